package mirrorlab.ui.picture;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.ledger.Word;
import mirrorlab.ui.Desk;
import mirrorlab.ui.stage.ForecastTexts;
import mirrorlab.ui.stage.NodeColumn;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import org.jspecify.annotations.Nullable;

/// What is true of the state that a picture was drawn from, worked out from the state and not from the drawing.
record Facts(Desk desk, @Nullable Forecast forecast) {
    private static final String NONE = "none";

    /// @param fact such as `lacks rabbit3 orders`
    String of(String fact) {
        String[] words = fact.split(" ");
        return switch (words[0]) {
            case "master" -> queue(words[1]).masterReplica().map(each -> each.node().shortName()).orElse(NONE);
            case "mirrors" -> names(queue(words[1]).livingMirrors());
            case "synchronised" -> names(queue(words[1]).livingMirrors().stream()
                    .filter(each -> each.sync() == ReplicaPicture.Sync.SYNCHRONISED).toList());
            case "ready" -> Long.toString(queue(words[1]).masterReplica().orElseThrow().readyCount());
            case "lacks" -> Long
                    .toString(queue(words[2]).replicaOn(NodeName.of(words[1])).orElseThrow().missing());
            case "queue" -> queue(words[1]).state() == QueuePicture.State.RUNNING ? "running" : "down";
            case "policy" -> Objects.requireNonNullElse(queue(words[1]).record().policy(), NONE);
            case "published" -> Long.toString(account(words[1]).published().count());
            case "safe" -> count(account(words[1]).of(Fate.SAFE));
            case "confirmed" -> count(account(words[1]).of(Word.CONFIRMED));
            case "lost" -> runs(account(words[1]).of(Fate.LOST));
            case "confirmed-lost" -> count(account(words[1]).lostAlthoughConfirmed());
            case "fate" -> count(account(words[2]).of(Fate.valueOf(words[1])));
            case "running" -> Long.toString(moment().nodesUp());
            case "node" -> state(NodeName.of(words[1]));
            case "why" -> desk.texts().say(newest().title());
            case "if" -> new ForecastTexts(desk.texts()).sentence(forecast(words[3]));
            case "decides" -> new ForecastTexts(desk.texts()).reason(forecast(words[3]).reason());
            default -> throw new IllegalArgumentException("no such fact: " + fact);
        };
    }

    private Moment moment() {
        return desk.timeline().shown();
    }

    private QueuePicture queue(String name) {
        return moment().queue(QueueName.of(name)).orElseThrow();
    }

    private QueueAccount account(String name) {
        return moment().account(QueueName.of(name)).orElseThrow();
    }

    private QueueForecast forecast(String name) {
        return Objects.requireNonNull(forecast).queues().stream().filter(each -> each.queue().name().equals(name))
                .findFirst().orElseThrow();
    }

    private CauseCard newest() {
        List<CauseCard> all = moment().causes();
        int entry = all.stream().mapToInt(CauseCard::entry).max().orElseThrow();
        return all.stream().filter(each -> each.entry() == entry).findFirst().orElseThrow();
    }

    private String state(NodeName node) {
        NodePicture now = moment().nodes().stream().filter(each -> each.name().equals(node)).findFirst()
                .orElseThrow();
        return desk.say("node.state." + NodeColumn.State.of(now).name().toLowerCase(Locale.ROOT));
    }

    private String runs(MessageSet messages) {
        return messages.isEmpty() ? "0" : moment().picture().runs(messages);
    }

    private static String count(MessageSet messages) {
        return Long.toString(messages.count());
    }

    private static String names(List<ReplicaPicture> replicas) {
        return replicas.isEmpty()
                ? NONE
                : replicas.stream().map(each -> each.node().shortName()).collect(Collectors.joining(", "));
    }
}
