package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Word;
import mirrorlab.ui.stage.NodeColumn;
import org.junit.jupiter.api.Test;

/// Every word of the window stands in both bundles.
class TextsTest {
    private static final Pattern SAID = Pattern.compile("\\bsay\\(\\s*\"([a-z][a-z.\\-]*[a-z])\"\\s*[,)]");
    private static final Pattern FXML_TEXT = Pattern.compile("(?:text|promptText|accessibleText|title)=\"([^\"]*)\"");
    private static final Pattern SEVERAL = Pattern.compile("motion\\..*|fault\\..*|step\\.await\\.messages");
    private static final Pattern MANY = Pattern.compile("\\b1 (more )?(queues|messages|nodes|events|copies|operations|"
            + "publishes|requests|mirrors|entries|cards|exchanges|bindings|hosts|consumers|connections|changes)\\b");
    /// Names, signs and RabbitMQ's own keys, the same in every language.
    private static final Pattern NO_WORDS = Pattern.compile("|Mirrorlab|URI|EN · 中|\\?|‹|›|◧|◨|⋯|\\d+|ha-[a-z-]+");

    @Test
    void both_languages_have_the_same_keys() {
        assertThat(new TreeSet<>(Texts.chinese().bundle().keySet()))
                .isEqualTo(new TreeSet<>(Texts.english().bundle().keySet()));
    }

    @Test
    void chinese_is_translated() {
        long same = Texts.english().bundle().keySet().stream()
                .filter(key -> Texts.english().bundle().getString(key).equals(Texts.chinese().bundle().getString(key)))
                .filter(key -> Texts.english().bundle().getString(key).matches(".*[a-z]{4,}.*")).count();
        assertThat(same).isLessThan(15);
    }

    /// RabbitMQ's own screen says `1 messages`, and so does its twin; the keys of `SEVERAL` are said of several only.
    @Test
    void one_of_a_kind_is_never_many() {
        Object[] one = {1L, 1L, 1L, 1L, 1L, 1L};
        assertThat(Texts.english().bundle().keySet().stream().filter(key -> !key.startsWith("twin."))
                .filter(key -> !SEVERAL.matcher(key).matches()).map(key -> Texts.english().say(key, one))
                .filter(said -> MANY.matcher(said).find())).isEmpty();
    }

    @Test
    void every_key_that_the_code_says_exists() throws IOException {
        var known = Texts.english().bundle().keySet();
        for (Path file : files(Path.of("src/main/java/mirrorlab/ui"), ".java")) {
            SAID.matcher(Files.readString(file)).results()
                    .forEach(found -> assertThat(known).as("said in %s", file).contains(found.group(1)));
        }
        for (Fate fate : Fate.values()) {
            assertThat(known).contains("fate." + fate);
        }
        for (Word word : Word.values()) {
            assertThat(known).contains("word." + word);
        }
        for (NodeColumn.State state : NodeColumn.State.values()) {
            assertThat(known).contains("node.state." + state.name().toLowerCase(java.util.Locale.ROOT));
        }
        new Keys(new Desk(new RecordedLab(List.of()))).all().forEach(key -> assertThat(known).contains(key.key()));
    }

    @Test
    void views_take_every_word_from_the_bundle() throws IOException {
        var known = Texts.english().bundle().keySet();
        for (Path file : files(Path.of("fxml"), ".fxml")) {
            FXML_TEXT.matcher(Files.readString(file)).results().forEach(found -> {
                String text = found.group(1);
                if (text.startsWith("%")) {
                    assertThat(known).as("in %s", file).contains(text.substring(1));
                } else {
                    assertThat(text).as("a word that is not in the bundle, in %s", file).matches(NO_WORDS);
                }
            });
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }
}
