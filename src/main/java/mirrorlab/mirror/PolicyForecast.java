package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import mirrorlab.policy.HaMode;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Placement;
import mirrorlab.policy.Policy;
import mirrorlab.policy.PolicyMatching;
import mirrorlab.policy.RunningOrder;
import mirrorlab.policy.Suggestion;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import mirrorlab.vocabulary.forecast.PolicyPreview.PassedOver;
import mirrorlab.vocabulary.forecast.PolicyPreview.Why;
import mirrorlab.vocabulary.forecast.QueueForecast.Drawn;
import org.jspecify.annotations.Nullable;

/// What a policy would change. Nothing is decided here: which policy counts says {@link PolicyMatching}, where replicas are
/// wanted {@link Placement}, as they say it to those who carry it out.
public final class PolicyForecast {
    private final List<Policy> policies;
    private final Policy draft;
    /// In order of start.
    private final List<NodeName> running;

    /// @param policies
    ///            as they are now; one of the draft's name is replaced by it
    private PolicyForecast(List<Policy> policies, Policy draft, List<NodeName> running) {
        Map<String, Policy> then = new LinkedHashMap<>();
        policies.forEach(each -> then.put(each.vhost() + "/" + each.name(), each));
        then.put(draft.vhost() + "/" + draft.name(), draft);
        this.policies = List.copyOf(then.values());
        this.draft = draft;
        this.running = running;
    }

    public static PolicyPreview of(List<Policy> policies, Policy draft, Iterable<QueueRecord> records,
            List<NodeName> running) {
        PolicyForecast forecast = new PolicyForecast(policies, draft, running);
        List<PolicyPreview.Queue> queues = new ArrayList<>();
        for (QueueRecord each : records) {
            if (forecast.concerns(each)) {
                queues.add(forecast.of(each));
            }
        }
        return new PolicyPreview(draft.name(), List.copyOf(queues));
    }

    private boolean concerns(QueueRecord record) {
        return draft.name().equals(record.policy()) && draft.vhost().equals(record.queue().vhost())
                || PolicyMatching.winner(List.of(draft), record.queue()).isPresent();
    }

    private PolicyPreview.Queue of(QueueRecord record) {
        Policy winner = PolicyMatching.winner(policies, record.queue()).orElse(null);
        HaSettings settings = winner == null || record.owner() != null // P-03
                ? null
                : HaSettings.of(winner.definition()).orElse(null);
        NodeName master = record.master().node();
        List<NodeName> mirrors = record.mirrorList().stream().map(ReplicaId::node).filter(running::contains).toList();
        Placed then = running.contains(master)
                ? placed(settings, record, master, mirrors)
                : new Placed(new Suggestion(master, mirrors), Drawn.NOTHING);
        return new PolicyPreview.Queue(record.queue(), winner == null ? null : winner.name(), record.policy(),
                winner == null ? 0 : winner.priority(), master, then.wanted().master(), mirrors,
                then.wanted().mirrors(), then.drawn(), rule(winner, settings), passedOver(record, winner));
    }

    private List<PassedOver> passedOver(QueueRecord record, @Nullable Policy winner) {
        List<PassedOver> others = new ArrayList<>();
        PolicyMatching.matching(policies, record.queue()).skip(1).forEach(each -> others.add(new PassedOver(
                each.name(), each.priority(),
                winner != null && each.priority() == winner.priority() ? Why.NAME : Why.PRIORITY)));
        PolicyMatching.ofOtherKind(policies, record.queue())
                .forEach(each -> others.add(new PassedOver(each.name(), each.priority(), Why.KIND)));
        return List.copyOf(others);
    }

    private record Placed(Suggestion wanted, Drawn drawn) {}

    private Placed placed(@Nullable HaSettings settings, QueueRecord record, NodeName master,
            List<NodeName> mirrors) {
        if (settings == null) {
            return new Placed(new Suggestion(master, List.of()), Drawn.NOTHING); // PO-15
        }
        List<NodeName> order = RunningOrder.seenFrom(master, running);
        List<NodeName> synchronised = record.synchronised().stream().map(ReplicaId::node).filter(mirrors::contains)
                .toList();
        Suggestion wanted = MirrorPlacement.wanted(settings, master, mirrors, synchronised, running,
                new SplittableRandom(0));
        List<NodeName> among = Placement.drawn(settings.mode(), master, mirrors, order);
        return among.isEmpty()
                ? new Placed(wanted, Drawn.NOTHING)
                : new Placed(new Suggestion(wanted.master(), mirrors),
                        new Drawn(wanted.mirrors().size() - mirrors.size(), among));
    }

    private String rule(@Nullable Policy winner, @Nullable HaSettings settings) {
        if (winner != null && !winner.name().equals(draft.name())) {
            return "PO-01";
        }
        if (settings == null) {
            return "PO-15";
        }
        return switch (settings.mode()) {
            case HaMode.All() -> "PO-09";
            case HaMode.Exactly _ -> "PO-10";
            case HaMode.Nodes _ -> "PO-11";
        };
    }
}
