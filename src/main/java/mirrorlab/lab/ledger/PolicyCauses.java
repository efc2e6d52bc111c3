package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.lab.ledger.PolicyReason.Because;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Finds what a policy did to a queue's replicas, or what people expect of one and it does not do.
final class PolicyCauses {
    private final Reasons reasons;
    /// The policy that a queue was mirrored by, and the replica that its newest record lacks.
    private final Map<QueueName, String> mirroredBy = new TreeMap<>();
    private final Map<QueueName, ReplicaId> missing = new TreeMap<>();
    /// What has a card already.
    private final TreeSet<String> told = new TreeSet<>();

    PolicyCauses(Reasons reasons) {
        this.reasons = reasons;
    }

    /// With the record as it was.
    void before(Happening.QueueRecorded now, Reason.Moment moment, Ledger ledger) {
        QueuePicture was = ledger.picture().queue(now.queue()).orElse(null);
        if (was == null || now.version() <= was.record().version()) {
            return;
        }
        List<ReplicaId> mirrors = was.record().mirrors();
        String by = mirroredBy.get(now.queue());
        if (mirrors != null && !mirrors.isEmpty() && now.mirrors() == null && by != null) {
            String applies = now.policy() == null ? "" : now.policy();
            reasons.add(PolicyReason.of(moment, was, new Because.NotMirrored(by, applies, now.master().node(),
                    mirrors.stream().map(ReplicaId::node).toList())), ledger);
        }
        replaced(now, was, moment, ledger);
    }

    private void replaced(Happening.QueueRecorded now, QueuePicture was, Reason.Moment moment, Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        boolean exactly = PolicyKey.policy(was, picture)
                .filter(each -> "exactly".equals(each.definition().get("ha-mode"))).isPresent();
        if (!exactly || now.mirrors() == null) {
            missing.remove(now.queue());
            return;
        }
        List<ReplicaId> is = replicas(now.master(), now.mirrors());
        List<ReplicaId> had = replicas(was.record().master(), was.record().mirrors());
        had.stream().filter(each -> !is.contains(each)).forEach(each -> missing.put(now.queue(), each));
        ReplicaId lost = missing.get(now.queue());
        Optional<ReplicaId> fresh = is.stream().filter(each -> !had.contains(each)).findFirst();
        if (lost != null && fresh.isPresent() && !fresh.get().node().equals(lost.node())) {
            missing.remove(now.queue());
            reasons.add(PolicyReason.of(moment, was, new Because.Replaced(lost, fresh.get().node(),
                    PolicyKey.placement(was, picture), PolicyKey.syncMode(was, picture))), ledger);
        }
    }

    private static List<ReplicaId> replicas(ReplicaId master, @Nullable List<ReplicaId> mirrors) {
        List<ReplicaId> all = new ArrayList<>(List.of(master));
        all.addAll(mirrors == null ? List.of() : mirrors);
        return all;
    }

    /// With the record as it is.
    void after(QueueName name, Reason.Moment moment, Ledger ledger) {
        ClusterPicture picture = ledger.picture();
        QueuePicture queue = picture.queue(name).orElse(null);
        ReplicaPicture master = queue == null ? null : queue.masterReplica().orElse(null);
        if (queue == null || master == null) {
            return;
        }
        String policy = queue.record().policy();
        if (policy != null && queue.isMirrored()) {
            mirroredBy.put(name, policy);
        }
        Optional<Happening.PolicySet> mirroring = PolicyKey.policy(queue, picture)
                .filter(each -> each.definition().containsKey("ha-mode"));
        if (mirroring.isEmpty()) {
            return;
        }
        Sentence placement = PolicyKey.placement(queue, picture);
        if (queue.record().exclusive()) {
            once("exclusive " + queue.master(), PolicyReason.of(moment, queue,
                    new Because.Exclusive(master.node(), placement)), ledger);
        } else if (mirroring.get().definition().get("ha-params") instanceof List<?> listed
                && !lists(listed, master.node()) && queue.isMirrored() && queue.record().synchronised().isEmpty()
                && !queue.livingMirrors().isEmpty() && master.depth() > 0) {
            once("unlisted " + queue.master() + " " + listed, PolicyReason.of(moment, queue, new Because.Unlisted(
                    master.node(), placement, PolicyKey.syncMode(queue, picture))), ledger);
        }
    }

    private static boolean lists(List<?> listed, NodeName node) {
        return listed.stream().anyMatch(each -> each.equals(node.value()));
    }

    void passedOver(Happening.PolicyPassedOver now, Reason.Moment moment, Ledger ledger) {
        List<ReplicaPicture> replicas = ledger.picture().queue(now.queue()).map(QueuePicture::replicas)
                .orElse(List.of());
        once("passed over " + now, new PolicyReason(moment, now.queue(), new Because.PassedOver(now), replicas),
                ledger);
    }

    private void once(String what, Reason reason, Ledger ledger) {
        if (told.add(what)) {
            reasons.add(reason, ledger);
        }
    }

    PolicyCauses copy(Reasons copied) {
        PolicyCauses copy = new PolicyCauses(copied);
        copy.mirroredBy.putAll(mirroredBy);
        copy.missing.putAll(missing);
        copy.told.addAll(told);
        return copy;
    }
}
