package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Doubt;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;
import mirrorlab.vocabulary.forecast.QueueForecast.Reason;

/// The words of a forecast, in one language.
public record ForecastTexts(Texts texts) {

    /// What would become of a queue, in one sentence.
    public String sentence(QueueForecast queue) {
        String plain = switch (queue.outcome()) {
            case UNCHANGED -> texts.say("forecast.unchanged");
            case MIRROR_LOST -> texts.say("forecast.mirror");
            case PROMOTED -> losing("forecast.promoted", queue, queue.promoted());
            case DOWN -> queue.until() == null
                    ? texts.say("forecast.down.ever", queue.lost().count())
                    : losing("forecast.down", queue, queue.until());
            case GONE -> texts.say("forecast.gone", queue.lost().count());
        };
        String doubt = queue.doubts().contains(Doubt.SILENT_NODE)
                ? "forecast.doubt.silent"
                : queue.doubts().contains(Doubt.IN_FLIGHT)
                        ? "forecast.doubt.flight"
                        : queue.doubts().contains(Doubt.RETURNED_MESSAGES) ? "forecast.doubt.returned" : "";
        return doubt.isEmpty() ? plain : texts.say(doubt, plain);
    }

    private String losing(String key, QueueForecast queue, @org.jspecify.annotations.Nullable NodeName node) {
        String name = node == null ? "" : node.shortName();
        return queue.lost().count() == 0
                ? texts.say(key, name)
                : texts.say(key + ".loses", name, queue.lost().count());
    }

    /// The policy's deciding key and the rule.
    public String reason(Reason reason) {
        if (reason.key() == null) {
            return reason.rule();
        }
        return texts.say(reason.isDefault() ? "forecast.reason.default" : "forecast.reason", reason.key(),
                String.valueOf(reason.value()), reason.rule());
    }

    /// All queues together, for the button's tooltip.
    public String summary(Forecast forecast) {
        return texts.say("forecast.summary",
                forecast.changed().isEmpty() ? texts.say("forecast.unchanged") : together(forecast));
    }

    /// All queues together: how many of what becomes of some, and what is lost.
    public String together(Forecast forecast) {
        List<QueueForecast> queues = forecast.queues();
        List<String> parts = new ArrayList<>();
        part(parts, "forecast.part.promoted", count(queues, Outcome.PROMOTED));
        part(parts, "forecast.part.mirror", count(queues, Outcome.MIRROR_LOST));
        part(parts, "forecast.part.down", count(queues, Outcome.DOWN));
        part(parts, "forecast.part.gone", count(queues, Outcome.GONE));
        part(parts, "forecast.part.unchanged", count(queues, Outcome.UNCHANGED));
        String changes = parts.stream().reduce((before, each) -> texts.say("result.and.comma", before, each))
                .orElse("");
        return texts.say("result.and.semicolon", changes, texts.say("forecast.part.lost",
                queues.stream().mapToLong(each -> each.lost().count()).sum()));
    }

    private void part(List<String> parts, String key, long count) {
        if (count > 0) {
            parts.add(texts.say(key, count));
        }
    }

    private static long count(List<QueueForecast> queues, Outcome outcome) {
        return queues.stream().filter(each -> each.outcome() == outcome).count();
    }

    /// Beside the ghost of a crown.
    String crown(QueueForecast queue) {
        return texts.say("forecast.cell.master");
    }

    String newMirror() {
        return texts.say("forecast.cell.new");
    }

    String perhaps() {
        return texts.say("forecast.cell.perhaps");
    }

    /// On the bar across a queue that nobody would serve.
    String bar(QueueForecast queue) {
        if (queue.outcome() == Outcome.GONE) {
            return texts.say("forecast.bar.gone");
        }
        NodeName until = queue.until();
        return until == null ? texts.say("forecast.bar.ever") : texts.say("forecast.bar.down", until.shortName());
    }

    /// Below the bar: what would be lost.
    String lost(Foreseen foreseen) {
        long count = foreseen.queue().lost().count();
        return count == 0
                ? ""
                : texts.say("forecast.lost", foreseen.lost().isEmpty() ? Long.toString(count) : foreseen.lost());
    }
}
