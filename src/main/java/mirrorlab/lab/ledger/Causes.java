package mirrorlab.lab.ledger;

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

/// Finds what needs a reason and keeps what was known at that moment.
final class Causes {
    private final Reasons reasons;
    private final PolicyCauses policies;
    private final MessageCauses messages;
    private final Map<QueueName, QueuePicture.State> states = new TreeMap<>();
    private final Map<QueueName, Happening.SyncStarted> synchronising = new TreeMap<>();
    private final TreeSet<QueueName> waitedFor = new TreeSet<>();
    /// How each life of a node ended: `died` or `stopped`, by incarnation.
    private final Map<NodeName, TreeMap<Long, String>> ends = new TreeMap<>();

    Causes() {
        reasons = new Reasons();
        policies = new PolicyCauses(reasons);
        messages = new MessageCauses(reasons);
    }

    private Causes(Causes from) {
        reasons = from.reasons.copy();
        policies = from.policies.copy(reasons);
        messages = from.messages.copy(reasons);
        states.putAll(from.states);
        synchronising.putAll(from.synchronising);
        waitedFor.addAll(from.waitedFor);
        from.ends.forEach((node, byIncarnation) -> ends.put(node, new TreeMap<>(byIncarnation)));
    }

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
                reasons.add(new Promotion(moment, now, ledger.reached(now.queue(), now.lostMaster()),
                        queue.map(QueuePicture::replicas).orElse(List.of()),
                        queue.map(each -> PolicyKey.onShutdown(each, picture)),
                        queue.map(each -> PolicyKey.placement(each, picture)), wasSyncing), ledger);
            }
            case Happening.PromotionRefused now ->
                reasons.add(new Refusal(moment, now, ledger.reached(now.queue(), now.lostMaster()),
                        replicas(now.queue(), picture)), ledger);
            case Happening.MirrorsTerminated now -> reasons.add(new AllStopped(moment, now,
                    ledger.reached(now.queue(), now.master()), replicas(now.queue(), picture)), ledger);
            case Happening.QueueRemoved now when now.reason().equals("node-down") -> picture.queue(now.queue())
                    .ifPresent(queue -> reasons.add(new Gone(moment, now, queue,
                            ledger.reached(now.queue(), queue.master()), PolicyKey.placement(queue, picture)),
                            ledger));
            case Happening.QueueRecorded now -> policies.before(now, moment, ledger);
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
                ledger.picture().queue(now.queue())
                        .ifPresent(queue -> reasons.add(Block.of(moment, now, queue, ledger.picture()), ledger));
            }
            case Happening.PeerDown now -> peerDown(now);
            case Happening.SyncEnded now -> syncEnded(now);
            case Happening.ChannelWaits now -> waits(moment, now, ledger);
            case Happening.NodeDied now -> ended(moment, now.node(), ledger);
            case Happening.NodeStopped now -> ended(moment, now.node(), ledger);
            case Happening.NodeStarted now -> states(moment, ledger);
            case Happening.QueueRecorded now -> {
                state(moment, now.queue(), ledger);
                policies.after(now.queue(), moment, ledger);
            }
            case Happening.QueueRemoved now -> state(moment, now.queue(), ledger);
            case Happening.ReplicaStarted now -> policies.after(now.queue(), moment, ledger);
            case Happening.PolicyPassedOver now -> policies.passedOver(now, moment, ledger);
            case Happening.MirrorsTerminated now ->
                messages.decided(now.queue(), now.key(), now.value(), now.isDefault());
            case Happening.ReplicaStopped now -> state(moment, now.queue(), ledger);
            case Happening.PromotionRefused now -> {
                messages.decided(now.queue(), now.key(), now.value(), now.isDefault());
                state(moment, now.queue(), ledger);
            }
            case Happening.MirrorPromoted now -> {
                reasons.find(Waiting.class, each -> each.queue().equals(now.queue())
                        && each.master().equals(now.lostMaster().node())).ifPresent(reasons::remove); // it was a moment
                state(moment, now.queue(), ledger);
            }
            default -> messages.after(entry.happening(), moment, ledger);
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
        reasons.find(Block.class, each -> each.sync().equals(sync))
                .ifPresent(each -> reasons.replace(each, each.ended(now.outcome())));
    }

    /// S-18: as the master sees it.
    private void peerDown(Happening.PeerDown now) {
        for (Happening.SyncStarted sync : synchronising.values()) {
            if (sync.master().node().equals(now.node())
                    && sync.mirrors().stream().anyMatch(each -> each.node().equals(now.peer()))) {
                reasons.find(Block.class, each -> each.sync().equals(sync))
                        .ifPresent(each -> reasons.replace(each, each.without(now.peer())));
            }
        }
    }

    /// One card for the first client that waits while nobody answers for the queue.
    private void waits(Reason.Moment moment, Happening.ChannelWaits now, Ledger ledger) {
        Optional<QueuePicture> queue = ledger.picture().queue(now.queue());
        boolean noMaster = queue.isPresent() && queue.get().masterReplica().isEmpty();
        if (now.waiting() && noMaster && waitedFor.add(now.queue())) {
            reasons.add(new Waiting(moment, now, queue.get().master().node()), ledger);
        }
    }

    private void ended(Reason.Moment moment, NodeName node, Ledger ledger) {
        ledger.picture().node(node).ifPresent(each -> ends.computeIfAbsent(node, unused -> new TreeMap<>())
                .put(each.incarnation(), each.isKilled() ? "killed" : each.state().word()));
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
        boolean expected = reasons.find(AllStopped.class,
                each -> each.queue().equals(queue.name()) && each.happening().master().equals(queue.master()))
                .isPresent();
        boolean willBeRemoved = !queue.isMirrored() && !queue.record().durable();
        if (isDown && was != null && !isDown(was) && !expected && !willBeRemoved) {
            MessageSet reached = ledger.reached(queue.name(), queue.master());
            reasons.add(new Down(moment, queue, reached, PolicyKey.placement(queue, ledger.picture())), ledger);
        }
    }

    private static boolean isDown(QueuePicture.State state) {
        return state == QueuePicture.State.DOWN || state == QueuePicture.State.UNREACHABLE;
    }

    List<CauseCard> cards(Ledger ledger) {
        return reasons.cards(ledger);
    }

    Causes copy() {
        return new Causes(this);
    }

    /// How the lost master's node came to its end, if that was told: `died`, `stopped`, else `lost`.
    String end(ReplicaId master) {
        TreeMap<Long, String> byIncarnation = ends.get(master.node());
        return byIncarnation == null ? "lost" : byIncarnation.getOrDefault(master.incarnation(), "lost");
    }
}
