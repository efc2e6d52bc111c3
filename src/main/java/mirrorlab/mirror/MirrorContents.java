package mirrorlab.mirror;

import mirrorlab.vocabulary.NodeName;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.queue.Stretch;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.PackedMessages;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What a mirror holds: what it makes of the channels' and the master's streams (P-09 to P-16, P-20), and how far behind the
/// master it is (S-01 to S-19).
final class MirrorContents {
    private final ReplicaBody body;
    private final Following following;
    private final DeadSenders deadSenders;
    private @Nullable Long delta;
    private boolean synchronised;
    private @Nullable Long session;
    private long batches;
    /// Of the session, once the master has said it.
    private @Nullable Long allBatches;
    private boolean followedAnother;

    MirrorContents(ReplicaBody body, Following following, DeadSenders deadSenders) {
        this.body = body;
        this.following = following;
        this.deadSenders = deadSenders;
    }

    /// -1 when not known (S-03).
    long delta() {
        return delta == null ? -1 : delta;
    }

    boolean isSynchronised() {
        return synchronised;
    }

    boolean isBeingSynchronised() {
        return session != null;
    }

    /// The stream is another master's now.
    void followsAnother() {
        followedAnother = true;
    }

    // ---- from channels

    void on(DirectCopy copy) {
        MessageId id = copy.message().id();
        body.traffic.received(id);
        body.credit.owe(id.channel(), 1);
        if (body.views.copyArrived(copy) && copy.confirm()) {
            confirm(copy.message());
        }
    }

    /// P-20: both streams seen, then the disk.
    private void confirm(Message message) {
        if (body.disk.keeps(message)) {
            body.confirmWhenDurable(message.id());
        } else {
            body.confirm(message.id());
        }
    }

    // ---- from the master

    void apply(ReplicaOperation operation) {
        if (body.ended) {
            return;
        }
        switch (operation) {
            case ReplicaOperation.Publish(Message message) ->
                onPublish(message, body.contents.enqueue(message, true)); // P-14
            case ReplicaOperation.PublishDelivered(Message message) ->
                onPublish(message, body.contents.publishDelivered(message, true));
            case ReplicaOperation.Discard(MessageId id) -> {
                body.traffic.touch();
                body.credit.owe(id.channel(), 1);
                if (body.views.published(id) == ChannelViews.Meeting.COPY_FIRST) {
                    body.confirm(id);
                }
            }
            case ReplicaOperation.Drop(long lengthAfter, long dropped, boolean ackRequired) ->
                onDrop(lengthAfter, dropped, ackRequired);
            case ReplicaOperation.Take(MessageSet messages, boolean ackRequired) -> onTake(messages, ackRequired);
            case ReplicaOperation.Acknowledge acknowledge -> onAcknowledge(acknowledge);
            case ReplicaOperation.Requeue requeue -> onRequeue(requeue);
            case ReplicaOperation.Depth(long depth, List<NodeName> together) -> onDepth(depth, together);
            case ReplicaOperation.SenderDeath death -> deadSenders.on(death);
            case ReplicaOperation.SyncStart(long number, List<ReplicaId> mirrors) -> onSyncStart(number, mirrors);
            case ReplicaOperation.Terminate() -> body.leave("terminated");
        }
    }

    /// S-02, S-03. An emptied elder (S-16) may have been promoted and hold less than this mirror; RabbitMQ's then fails on
    /// its assertion that nobody is ahead of the master, and starts again empty.
    private void onDepth(long depth, List<NodeName> together) {
        if (depth < body.contents.depth()) {
            body.log("warning", "ahead of its master, starts again");
            body.leave("dropped");
            return;
        }
        boolean fresh = depth == 0;
        delta = Math.max(0, depth - body.contents.depth()); // S-02, S-03
        body.traffic.touch();
        checkSynchronised(fresh ? "empty" : followedAnother ? "promotion" : "natural", fresh ? together : List.of());
    }

    private void onPublish(Message message, long position) {
        body.disk.put(position, message, true);
        body.traffic.enqueued(message.id());
        body.credit.owe(message.id().channel(), 1);
        if (body.views.published(message.id()) == ChannelViews.Meeting.COPY_FIRST) {
            confirm(message);
        }
    }

    private void onRequeue(ReplicaOperation.Requeue requeue) {
        List<Long> positions = new ArrayList<>();
        Ids.forEach(requeue.messages(), id -> {
            Long position = body.contents.positionOf(id);
            if (position != null) {
                positions.add(position); // P-16: never one it did not hold
            }
        });
        body.contents.requeue(positions);
        body.traffic.touch();
    }

    /// S-05.
    private void onDrop(long lengthAfter, long dropped, boolean ackRequired) {
        long mine = Math.max(0, body.contents.readyCount() - lengthAfter);
        for (long i = 0; i < mine; i++) {
            Held held = body.contents.fetch(ackRequired);
            if (held != null && !ackRequired) {
                body.disk.remove(held);
            }
        }
        body.traffic.touch();
        if (!ackRequired) {
            changeDelta(mine - dropped);
        }
    }

    /// As a drop, and what this mirror does not hold it cannot lose.
    private void onTake(MessageSet messages, boolean ackRequired) {
        long[] had = {0};
        Ids.forEach(messages, id -> {
            Held held = body.contents.take(id, ackRequired);
            if (held != null) {
                had[0]++;
                if (!ackRequired) {
                    body.disk.remove(held);
                }
            }
        });
        body.traffic.touch();
        if (!ackRequired) {
            changeDelta(had[0] - messages.count());
        }
    }

    private void onAcknowledge(ReplicaOperation.Acknowledge acknowledge) {
        long[] had = {0};
        Ids.forEach(acknowledge.messages(), id -> {
            Held held = body.contents.acknowledge(id);
            if (held != null) {
                had[0]++;
                body.disk.remove(held);
            }
        });
        body.traffic.touch();
        changeDelta(had[0] - acknowledge.messages().count());
    }

    private void changeDelta(long by) {
        if (delta != null && by != 0) {
            delta = Math.max(0, delta + by);
            checkSynchronised("natural", List.of());
        }
    }

    private void checkSynchronised(String how, List<NodeName> together) {
        if (delta != null && delta == 0 && !synchronised && !following.isNew()) {
            synchronised = true; // S-01: once per life
            body.happened(new Happening.MirrorSynchronised(body.queue, body.id, how));
            body.propose(new MetadataChange.MirrorSynchronised(body.queue, body.id, together));
        }
    }

    // ---- explicit synchronisation

    private void onSyncStart(long number, List<ReplicaId> mirrors) {
        if (!mirrors.contains(body.id)) {
            return;
        }
        boolean ready = !synchronised;
        if (ready) {
            empty(); // S-09
        }
        if (following.stream().frozen()) {
            return; // filled in after the master's death: nothing follows (S-17)
        }
        if (ready) {
            session = number;
            batches = 0;
            allBatches = null;
        }
        body.send(new ReplicaMessage.SyncAnswer(following.leader(), body.id, number, ready));
    }

    void on(ReplicaMessage.SyncBatch batch) {
        if (session == null || session != batch.session() || !batch.from().equals(following.leader())) {
            return;
        }
        batch.stretches().forEach(this::take);
        ReplicaMessage taken = new ReplicaMessage.SyncTaken(batch.from(), body.id, batch.session(), batch.number());
        body.disk.whenDurable(() -> body.send(taken)); // S-12: a slow disk holds the master up, too
        batches++;
        completeIfAllCame();
    }

    private void take(Stretch stretch) {
        PackedMessages messages = stretch.messages();
        long first = body.contents.nextPosition();
        if (stretch.unacknowledged()) {
            long position = first;
            for (Message each : messages) {
                body.contents.holdAt(position++, each);
            }
        } else {
            body.contents.enqueue(messages, true);
        }
        body.disk.put(first, messages, true);
        messages.intervals().forEach(body.traffic::enqueued);
    }

    void on(ReplicaMessage.SyncFinished finished) {
        if (session != null && session == finished.session() && finished.from().equals(following.leader())) {
            if (finished.complete()) {
                allBatches = finished.batches();
                completeIfAllCame();
            } else {
                session = null;
                empty(); // S-16
            }
        }
    }

    private void completeIfAllCame() {
        if (allBatches != null && batches == allBatches) {
            session = null;
            delta = 0L; // S-15
            body.traffic.touch();
            checkSynchronised("explicit", List.of());
        }
    }

    /// Deletes all contents; how far behind the master this is stays unknown until the next depth (S-19).
    private void empty() {
        body.contents.clear();
        body.disk.drop();
        delta = null;
        body.traffic.touch();
    }

    /// S-17.
    void masterLost() {
        if (session != null) {
            session = null;
            empty();
            body.happened(new Happening.SyncEnded(body.queue, body.id, "master-lost", 0));
        }
    }
}
