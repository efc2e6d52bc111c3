package mirrorlab.ui.picture;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mirrorlab.journal.Badge;
import mirrorlab.journal.ExchangePicture;
import mirrorlab.journal.ExchangeTraffic;
import mirrorlab.journal.Happening;
import mirrorlab.journal.LinkPicture;
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
import mirrorlab.ui.stage.Risk;
import mirrorlab.ui.stage.StageModels;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.words.PreviewWords;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.PolicyPreview;
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
            case "held" ->
                moment().picture().held().stream().map(each -> each.point() + " at " + each.node().shortName()
                        + ", " + Objects.requireNonNull(each.queue()).name()).findFirst().orElse(NONE);
            case "hold-point" -> moment().picture().holdPoints().getFirst().point();
            case "new-master" -> queue(words[1]).masterReplica().isPresent() ? "there" : NONE;
            case "delay" -> "+" + way(words[1], words[2]).delayMillis() + " ms";
            case "loss" -> Math.round(way(words[1], words[2]).lossPercent()) + " % lost";
            case "lossy" -> moment().picture().links().stream().filter(each -> each.lossPercent() > 0)
                    .map(each -> each.from().shortName() + " → " + each.to().shortName())
                    .collect(Collectors.joining(", "));
            case "masters" -> "masters " + on(words[1], ReplicaPicture.Role.MASTER);
            case "mirrors-on" -> "mirrors " + on(words[1], ReplicaPicture.Role.MIRROR);
            case "most-masters" -> moment().columns().stream()
                    .max(Comparator.comparingLong(each -> on(each.shortName(), ReplicaPicture.Role.MASTER)))
                    .orElseThrow().shortName();
            case "exchange" -> moment().picture().metadata().exchanges().stream().map(ExchangePicture::exchange)
                    .filter(each -> each.name().name().equals(words[1])).findFirst().orElseThrow().type();
            case "keys" -> moment().picture().metadata().bindings().stream()
                    .filter(each -> each.source().name().equals(words[1]) && each.destination().equals(words[2]))
                    .map(Binding::routingKey).collect(Collectors.joining(", "));
            case "through" -> traffic(words[1]).published() + " published";
            case "unroutable" -> traffic(words[1]).unroutable() + " unroutable";
            case "newest" -> traffic(words[1]).routingKey();
            case "same" -> moment().picture().metadata().same().stream().map(NodeName::shortName)
                    .collect(Collectors.joining(", "));
            case "badges" -> queue(words[1]).badges().stream().map(Badge::text).collect(Collectors.joining(", "));
            case "badges-red" -> queue(words[1]).badges().stream()
                    .filter(each -> each.kind() == Badge.Kind.UNSYNCHRONISED).findFirst().orElseThrow().text();
            case "total" -> Long.toString(queue(words[1]).masterReplica().orElseThrow().depth());
            case "risky" -> "At risk: " + atRisk().size();
            case "calm" -> moment().queues().size() - atRisk().size() + " more queues: all synchronised";
            case "worst" -> atRisk().stream().min(Comparator.comparing(this::risk)).orElseThrow().name().name();
            case "empty-at-risk" -> atRisk().stream()
                    .filter(each -> each.masterReplica().orElseThrow().depth() == 0)
                    .map(each -> each.name().name()).collect(Collectors.joining(", "));
            case "draft" -> new PreviewWords(desk.texts()).say(draft(words[1]), drafted().name());
            case "why-not" -> drafted().queues().getFirst().others().stream()
                    .filter(each -> each.policy().equals(words[1]) && each.why() == PolicyPreview.Why.PRIORITY)
                    .map(each -> "not " + each.policy() + ": its priority " + each.priority() + " is lower")
                    .findFirst().orElseThrow();
            case "allowed" ->
                promotion().key() + " = " + promotion().value() + (promotion().isDefault() ? " (default)" : "");
            case "comes-back" -> "It comes back when " + StageModels.of(moment()).lanes().getFirst().waitsFor()
                    .shortName() + " returns.";
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
                : replicas.stream().map(each -> each.node().shortName()).sorted().collect(Collectors.joining(", "));
    }

    private LinkPicture way(String from, String to) {
        return moment().picture().links().stream().filter(each -> each.from().equals(NodeName.of(from))
                && each.to().equals(NodeName.of(to))).findFirst().orElseThrow();
    }

    private long on(String node, ReplicaPicture.Role role) {
        return moment().picture().queues().stream()
                .flatMap(queue -> queue.replicaOn(NodeName.of(node)).stream())
                .filter(each -> each.isAlive() && each.role() == role).count();
    }

    private ExchangeTraffic traffic(String exchange) {
        return moment().picture().exchangeTraffic().stream()
                .filter(each -> each.exchange().name().equals(exchange)).findFirst().orElseThrow();
    }

    private Risk risk(QueuePicture queue) {
        return Risk.of(queue, moment().picture().policies(), moment().columns());
    }

    private List<QueuePicture> atRisk() {
        return moment().picture().queues().stream().filter(each -> risk(each).isAtRisk()).toList();
    }

    private Happening.MirrorPromoted promotion() {
        return IntStream.range(0, moment().entries()).mapToObj(each -> desk.timeline().entry(each).happening())
                .filter(Happening.MirrorPromoted.class::isInstance).map(Happening.MirrorPromoted.class::cast)
                .reduce((one, other) -> other).orElseThrow();
    }

    private PolicyPreview drafted() {
        return Objects.requireNonNull(desk.draft().get());
    }

    private PolicyPreview.Queue draft(String queue) {
        return drafted().queues().stream().filter(each -> each.queue().name().equals(queue)).findFirst().orElseThrow();
    }

    /// What stands beside or before the answer where a picture has it in a row; empty where the answer says what it is.
    String label(String fact) {
        String[] words = fact.split(" ");
        return switch (words[0]) {
            case "published" -> desk.say("fate.published");
            case "safe" -> desk.say("fate.SAFE");
            case "confirmed", "confirmed-lost" -> desk.say("word.CONFIRMED");
            case "lost" -> desk.say("fate.LOST");
            case "fate" -> desk.say("fate." + words[1]);
            case "node" -> words[1];
            default -> "";
        };
    }

    /// The answer as the picture has it.
    String read(String fact, String answer) {
        return switch (fact.split(" ")[0]) {
            case "lacks" -> "lacks " + answer;
            case "ready" -> answer + " ready";
            case "running" -> answer + " of " + moment().columns().size() + " nodes running";
            case "new-master" -> "was master";
            default -> answer;
        };
    }
}
