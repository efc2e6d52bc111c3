package mirrorlab.mirror;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.multicast.OrderedSender;
import mirrorlab.queue.Held;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.ReplicaId;

/// The master's ordered stream, and who gets it (P-07, G-11).
final class MasterStream {
    private final ReplicaBody body;
    private final OrderedSender<ReplicaId, ReplicaOperation> stream;
    /// Joiners that may not be recorded yet, and the operation that the elder mirrors have to reach before.
    private final Map<ReplicaId, Long> levelling = new LinkedHashMap<>();

    MasterStream(ReplicaBody body, OrderedSender<ReplicaId, ReplicaOperation> stream) {
        this.body = body;
        this.stream = stream;
    }

    long epoch() {
        return stream.epoch();
    }

    long sequence() {
        return stream.sequence();
    }

    /// Whether all who get it have all of it.
    boolean isStable() {
        return stream.stable() >= stream.sequence();
    }

    Collection<ReplicaId> members() {
        return stream.members();
    }

    void append(ReplicaOperation operation) {
        stream.append(operation);
    }

    /// One left the ready part, as below.
    void taken(Held message, boolean ackRequired) {
        append(body.contents.hasPriorities()
                ? new ReplicaOperation.Take(MessageSet.of(message.message().id()), ackRequired)
                : new ReplicaOperation.Drop(body.contents.readyCount(), 1, ackRequired));
    }

    /// These left the ready part: by number where every replica has the same head, by name where the order depends on what
    /// else is there.
    void taken(List<Held> messages, boolean ackRequired) {
        if (!body.contents.hasPriorities()) {
            append(new ReplicaOperation.Drop(body.contents.readyCount(), messages.size(), ackRequired));
            return;
        }
        MessageSet.Builder ids = new MessageSet.Builder();
        messages.forEach(each -> ids.add(each.message().id()));
        append(new ReplicaOperation.Take(ids.build(), ackRequired));
    }

    /// From here on; an elder mirror may still lack some of what came before.
    void join(ReplicaId mirror) {
        flush();
        body.send(new ReplicaMessage.StreamJoined(mirror, body.id, stream.epoch(), stream.sequence(), stream.stable()));
        stream.join(mirror);
        if (stream.stable() < stream.sequence()) {
            levelling.put(mirror, stream.sequence());
        }
    }

    /// A mirror of the lost master that has everything up to `reached`.
    void takeOver(ReplicaId mirror, long reached) {
        body.send(new ReplicaMessage.Follow(mirror, body.id, stream.epoch(), stream.sequence()));
        stream.join(mirror, Math.max(0, reached));
    }

    void leave(ReplicaId mirror) {
        stream.leave(mirror);
        levelling.remove(mirror);
        tellLevel();
    }

    void on(ReplicaMessage.Applied applied) {
        if (applied.epoch() == stream.epoch()) {
            stream.acknowledged(applied.from(), applied.upTo());
            tellLevel();
        }
    }

    /// Tells joiners that the elder mirrors have what they began after.
    private void tellLevel() {
        List<ReplicaId> level = levelling.entrySet().stream().filter(each -> each.getValue() <= stream.stable())
                .map(Map.Entry::getKey).toList();
        level.forEach(levelling::remove);
        level.forEach(each -> body.send(new ReplicaMessage.Operations(each, body.id, stream.epoch(),
                stream.sequence() + 1, List.of(), stream.stable())));
    }

    void flush() {
        OrderedSender.Batch<ReplicaOperation> batch = stream.flush();
        if (batch == null) {
            return;
        }
        for (ReplicaId each : stream.members()) {
            body.send(new ReplicaMessage.Operations(each, body.id, stream.epoch(), batch.first(), batch.operations(),
                    stream.stable()));
        }
    }
}
