package mirrorlab.lab.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// Finds what needs a reason and keeps what was known at that moment. Cards are written when somebody asks, so that a
/// name, a confirm or a death that is told late still gets into them; the oldest are written for good.
final class Causes {
    /// How many of the newest cards may still change. A late entry comes within the journal's 50 ms.
    private static final int OPEN = 24;

    private final List<CauseCard> written = new ArrayList<>();
    private final Deque<Reason> open = new ArrayDeque<>();
    private final Map<QueueName, QueuePicture.State> states = new TreeMap<>();
    private final Map<QueueName, Happening.SyncStarted> synchronising = new TreeMap<>();
    private final TreeSet<QueueName> waitedFor = new TreeSet<>();
    /// How each life of a node ended: `died` or `stopped`, by incarnation.
    private final Map<NodeName, TreeMap<Long, String>> ends = new TreeMap<>();

    /// What only the picture before the entry can tell.
    void before(Entry entry, int index, Ledger ledger) {
        Reason.Moment moment = new Reason.Moment(index, entry.clock());
        ClusterPicture picture = ledger.picture();
        switch (entry.happening()) {
            case Happening.MirrorPromoted now -> {
                Optional<QueuePicture> queue = picture.queue(now.queue());
                Happening.SyncStarted sync = synchronising.get(now.queue());
                boolean wasSyncing = sync != null && sync.master().equals(now.lostMaster())
                        && sync.mirrors().contains(now.mirror());
                add(new Promotion(moment, now, ledger.reached(now.queue(), now.lostMaster()),
                        queue.map(QueuePicture::replicas).orElse(List.of()),
                        queue.map(each -> PolicyKey.onShutdown(each, picture)), wasSyncing), ledger);
            }
            case Happening.PromotionRefused now ->
                add(new Refusal(moment, now, ledger.reached(now.queue(), now.lostMaster()),
                        replicas(now.queue(), picture)), ledger);
            case Happening.MirrorsTerminated now -> add(new AllStopped(moment, now,
                    ledger.reached(now.queue(), now.master()), replicas(now.queue(), picture)), ledger);
            case Happening.QueueRemoved now when now.reason().equals("node-down") -> picture.queue(now.queue())
                    .ifPresent(queue -> add(new Gone(moment, now, queue.master().node(),
                            ledger.reached(now.queue(), queue.master())), ledger));
            default -> {
            }
        }
    }

    private static List<mirrorlab.journal.ReplicaPicture> replicas(QueueName queue, ClusterPicture picture) {
        return picture.queue(queue).map(QueuePicture::replicas).orElse(List.of());
    }

    void after(Entry entry, int index, Ledger ledger) {
        Reason.Moment moment = new Reason.Moment(index, entry.clock());
        switch (entry.happening()) {
            case Happening.SyncStarted now -> {
                synchronising.put(now.queue(), now);
                add(new Block(moment, now, ""), ledger);
            }
            case Happening.SyncEnded now -> syncEnded(now);
            case Happening.ChannelWaits now -> waits(moment, now, ledger);
            case Happening.NodeDied now -> ended(moment, now.node(), ledger);
            case Happening.NodeStopped now -> ended(moment, now.node(), ledger);
            case Happening.NodeStarted now -> states(moment, ledger);
            case Happening.QueueRecorded now -> state(moment, now.queue(), ledger);
            case Happening.QueueRemoved now -> state(moment, now.queue(), ledger);
            case Happening.ReplicaStopped now -> state(moment, now.queue(), ledger);
            case Happening.PromotionRefused now -> state(moment, now.queue(), ledger);
            case Happening.MirrorPromoted now -> state(moment, now.queue(), ledger);
            default -> {
            }
        }
    }

    private void syncEnded(Happening.SyncEnded now) {
        Happening.SyncStarted sync = synchronising.get(now.queue());
        boolean byMaster = sync != null && sync.master().equals(now.replica());
        if (sync == null || !(byMaster || sync.mirrors().contains(now.replica()))) {
            return;
        }
        if (byMaster) {
            synchronising.remove(now.queue());
        }
        List<Reason> changed = open.stream().map(each -> each instanceof Block block && block.sync().equals(sync)
                ? new Block(block.moment(), sync, now.outcome())
                : each).toList();
        open.clear();
        open.addAll(changed);
    }

    /// One card for the first client that waits while nobody answers for the queue.
    private void waits(Reason.Moment moment, Happening.ChannelWaits now, Ledger ledger) {
        Optional<QueuePicture> queue = ledger.picture().queue(now.queue());
        boolean noMaster = queue.isPresent() && queue.get().masterReplica().isEmpty();
        if (now.waiting() && noMaster && waitedFor.add(now.queue())) {
            add(new Waiting(moment, now, queue.get().master().node()), ledger);
        }
    }

    private void ended(Reason.Moment moment, NodeName node, Ledger ledger) {
        ledger.picture().node(node).ifPresent(each -> ends.computeIfAbsent(node, unused -> new TreeMap<>())
                .put(each.incarnation(), each.state().word()));
        states(moment, ledger);
    }

    private void states(Reason.Moment moment, Ledger ledger) {
        ledger.picture().queues().forEach(each -> state(moment, each, ledger));
    }

    private void state(Reason.Moment moment, QueueName name, Ledger ledger) {
        ledger.picture().queue(name).ifPresentOrElse(each -> state(moment, each, ledger), () -> states.remove(name));
    }

    private void state(Reason.Moment moment, QueuePicture queue, Ledger ledger) {
        QueuePicture.State was = states.put(queue.name(), queue.state());
        if (queue.masterReplica().isPresent()) {
            waitedFor.remove(queue.name());
        }
        boolean isDown = isDown(queue.state());
        boolean expected = open.stream().anyMatch(each -> each instanceof AllStopped stopped
                && stopped.happening().queue().equals(queue.name())
                && stopped.happening().master().equals(queue.master()));
        boolean willBeRemoved = !queue.isMirrored() && !queue.record().durable();
        if (isDown && was != null && !isDown(was) && !expected && !willBeRemoved) {
            MessageSet reached = ledger.reached(queue.name(), queue.master());
            add(new Down(moment, queue, reached), ledger);
        }
    }

    private static boolean isDown(QueuePicture.State state) {
        return state == QueuePicture.State.DOWN || state == QueuePicture.State.UNREACHABLE;
    }

    private void add(Reason reason, Ledger ledger) {
        open.add(reason);
        if (open.size() > OPEN) {
            written.addAll(open.removeFirst().cards(ledger));
        }
    }

    List<CauseCard> cards(Ledger ledger) {
        List<CauseCard> cards = new ArrayList<>(written);
        open.forEach(each -> cards.addAll(each.cards(ledger)));
        return List.copyOf(cards);
    }

    Causes copy() {
        Causes copy = new Causes();
        copy.written.addAll(written);
        copy.open.addAll(open);
        copy.states.putAll(states);
        copy.synchronising.putAll(synchronising);
        copy.waitedFor.addAll(waitedFor);
        ends.forEach((node, byIncarnation) -> copy.ends.put(node, new TreeMap<>(byIncarnation)));
        return copy;
    }

    /// How the lost master's node came to its end, if that was told: `died`, `stopped`, else `lost`.
    String end(ReplicaId master) {
        TreeMap<Long, String> byIncarnation = ends.get(master.node());
        return byIncarnation == null ? "lost" : byIncarnation.getOrDefault(master.incarnation(), "lost");
    }
}
