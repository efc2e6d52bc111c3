package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.ledger.Rules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Situations that are played on a simulated cluster: commands, `----`, then what the cause cards say of them in both languages, and
/// the account. `-Drewrite=true` writes what they say now into the files; read the difference and keep only what is true.
class CauseFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/causes");
    private static final String LINE = "----";

    static Stream<String> situations() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("situations")
    void the_cards_of_a_situation_say_what_is_written(String name) throws IOException {
        Path file = FOLDER.resolve(name);
        List<String> written = Files.readAllLines(file);
        List<String> now = new ArrayList<>(
                written.subList(0, written.contains(LINE) ? written.indexOf(LINE) : written.size()));
        Conversation conversation = new Conversation(4);
        now.stream().filter(each -> !each.startsWith("#")).forEach(conversation::does);
        Ledger ledger = ClosedBooks.ledger(conversation.recording());
        assertThat(ClosedBooks.faults(ledger)).isEmpty();
        now.add(LINE);
        ledger.cards().forEach(each -> now.addAll(lines(each)));
        ledger.accounts().forEach(each -> now.add(account(each, ledger)));
        String text = String.join("\n", now) + "\n";
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(file, text);
        } else {
            assertThat(text).as(name + "; -Drewrite=true writes what is said now")
                    .isEqualTo(String.join("\n", written) + "\n");
        }
    }

    private static List<String> lines(CauseCard card) {
        List<String> lines = new ArrayList<>();
        lines.add(card.kind() + " " + String.join(" ", card.rules()));
        for (Texts texts : List.of(Texts.english(), Texts.chinese())) {
            lines.add("  " + texts.say(card.title()));
            card.explanation().forEach(each -> lines.add("    " + texts.say(each)));
        }
        assertThat(card.rules()).isNotEmpty().allMatch(each -> Rules.find(each).isPresent());
        assertThat(lines).noneMatch(each -> each.contains("{") || each.contains("null"));
        return lines;
    }

    private static String account(QueueAccount account, Ledger ledger) {
        List<String> fates = account.fates().entrySet().stream()
                .map(each -> Texts.english().say("fate." + each.getKey())
                        + " " + ledger.picture().runs(each.getValue()))
                .toList();
        return "account of " + account.queue().name() + ": " + String.join("; ", fates);
    }
}
