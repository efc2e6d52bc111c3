package mirrorlab.simulation;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// A happening in one line: short names, messages by the names that the conversation gave them, nothing that is empty.
final class HappeningLine {
    private final Map<MessageId, String> names = new HashMap<>();
    private final Map<ChannelId, String> channels = new HashMap<>();

    void name(MessageId id, String name) {
        names.put(id, name);
    }

    void name(ChannelId id, String name) {
        channels.put(id, name);
    }

    String of(Happening happening) {
        return text(happening);
    }

    String text(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case NodeName node -> node.shortName();
            case QueueName queue -> queue.name();
            case ReplicaId replica -> replica.node().shortName() + "." + replica.incarnation() + "." + replica.serial();
            case ChannelId channel -> channels.getOrDefault(channel, "channel");
            case MessageId id -> names.getOrDefault(id, "?");
            case Message message -> text(message.id());
            case MessageSet messages -> intervals(messages.intervals());
            case Collection<?> all when !all.isEmpty() && all.stream().allMatch(Interval.class::isInstance) ->
                intervals(all.stream().map(Interval.class::cast).toList());
            case Collection<?> all -> "[" + String.join(" ", all.stream().map(this::text).toList()) + "]";
            case Record each -> each.getClass().getSimpleName() + components(each);
            default -> value.toString();
        };
    }

    private String components(Record whole) {
        StringBuilder text = new StringBuilder();
        for (RecordComponent each : whole.getClass().getRecordComponents()) {
            String value = text(component(whole, each));
            if (!value.isEmpty() && !value.equals("{}") && !value.equals("false")) {
                text.append(' ').append(each.getName()).append('=').append(value);
            }
        }
        return text.toString();
    }

    private static @Nullable Object component(Record whole, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(whole);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record hides its component " + component, e);
        }
    }

    private String intervals(List<Interval> intervals) {
        List<String> all = new ArrayList<>();
        for (Interval each : intervals) {
            String first = text(new MessageId(each.channel(), each.first()));
            String last = text(new MessageId(each.channel(), each.last()));
            all.add(Objects.equals(first, last) ? first : first + "-" + last);
        }
        return "[" + String.join(" ", all) + "]";
    }
}
