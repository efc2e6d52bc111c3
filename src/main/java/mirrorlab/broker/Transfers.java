package mirrorlab.broker;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;

/// Moves masters on command (F-33): the master lets go of every replica but the one at the destination, itself included (F-32),
/// and whoever asked is answered when that one is recorded as master, or after ten seconds.
final class Transfers {
    /// `wait_for_new_master`: a hundred looks, a tenth of a second apart.
    private static final Duration WITHIN = Duration.ofSeconds(10);
    static final String MOVED = "";
    static final String NOT_MOVED = "not_migrated";
    private final Broker broker;
    private final Map<Long, Transfer> open = new LinkedHashMap<>();

    private record Transfer(QueueName queue, NodeName destination) {}

    Transfers(Broker broker) {
        this.broker = broker;
    }

    void on(long request, AdminCommand.MoveMaster command) {
        QueueRecord record = broker.state().queue(command.queue());
        if (record == null) {
            answer(request, new AdminReply.Refused("not_found", "not_found"));
            return;
        }
        open.put(request, new Transfer(command.queue(), command.destination()));
        broker.effects.add(new Effect.SetTimer("administration/" + request, WITHIN));
        NodeName node = record.master().node();
        AdminMessage.MoveMaster message = new AdminMessage.MoveMaster(command.queue(), record.master(),
                command.destination());
        if (node.equals(broker.self())) {
            asked(message);
        } else {
            broker.send(node, message);
        }
    }

    /// At the master's node.
    void asked(AdminMessage.MoveMaster message) {
        Replica replica = broker.replicas.get(message.master());
        if (replica != null) {
            broker.replicas.change(replica, each -> each.moveTo(message.destination()));
        }
    }

    /// Answers those whose queue is led from where they wanted; true when there were any.
    boolean settle() {
        boolean any = false;
        for (Map.Entry<Long, Transfer> each : List.copyOf(open.entrySet())) {
            Transfer transfer = each.getValue();
            QueueRecord record = broker.state().queue(transfer.queue());
            ReplicaId master = record == null ? null : record.master();
            if (record == null || (master != null && master.node().equals(transfer.destination()))) {
                finish(each.getKey(), record == null ? NOT_MOVED : MOVED);
                any = true;
            }
        }
        return any;
    }

    void timer(long request) {
        if (open.containsKey(request)) {
            finish(request, NOT_MOVED);
        }
    }

    private void finish(long request, String note) {
        open.remove(request);
        broker.effects.add(new Effect.CancelTimer("administration/" + request));
        answer(request, new AdminReply.Done(note));
    }

    private void answer(long request, AdminReply reply) {
        broker.effects.add(new Effect.Answer(request, reply));
    }
}
