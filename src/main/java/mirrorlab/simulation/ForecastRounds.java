package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.mirror.ClusterStanding;
import mirrorlab.mirror.DeathForecast;
import mirrorlab.mirror.ObservedCluster;
import mirrorlab.mirror.QueueStanding;
import mirrorlab.mirror.ReplicaStanding;
import mirrorlab.policy.HaSettings;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.Death;

/// How long forecasts of a large cluster take: every queue has a replica on every node, every third one lacks messages
/// everywhere but at its master, the masters are spread.
public final class ForecastRounds {
    private static final HaSettings ALL = HaSettings.of(Map.of("ha-mode", "all")).orElseThrow();
    private static final int LACKS_ONE_IN = 3;
    private static final long HELD = 1_000;
    private static final int WARM_UP = 5;
    private final ClusterStanding cluster;

    public ForecastRounds(int queues, int nodes) {
        Map<NodeName, Long> running = new LinkedHashMap<>();
        for (int i = 1; i <= nodes; i++) {
            running.put(NodeName.of("rabbit" + i), 1L);
        }
        List<NodeName> names = List.copyOf(running.keySet());
        List<QueueStanding> all = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            all.add(queue(i, names));
        }
        cluster = new ClusterStanding(running, List.of(), all);
    }

    private static QueueStanding queue(int number, List<NodeName> nodes) {
        boolean lacks = number % LACKS_ONE_IN == 0;
        List<ReplicaId> mirrors = new ArrayList<>();
        List<ReplicaStanding> replicas = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            ReplicaId id = new ReplicaId(nodes.get((number + i) % nodes.size()), 1, number);
            replicas.add(replica(id, number, i == 0, lacks && i > 0));
            if (i > 0) {
                mirrors.add(id);
            }
        }
        QueueRecord record = new QueueRecord(QueueName.of("queue " + number), 1, true, false, null, Map.of(),
                replicas.getFirst().replica(), 1, mirrors, lacks ? List.of() : mirrors, List.of(), List.of(), "ha",
                false);
        return new QueueStanding(record, ALL, replicas);
    }

    private static ReplicaStanding replica(ReplicaId id, int number, boolean master, boolean lacks) {
        ChannelId channel = new ChannelId(NodeName.of("rabbit1"), 1, number);
        long first = lacks ? HELD / 2 : 1;
        MessageSet messages = MessageSet.of(
                List.of(new Interval(channel, first, HELD), new Interval(channel, 2 * HELD, 3 * HELD - 1)));
        return new ReplicaStanding(id, master ? "master" : "following", 1, HELD, !lacks, false,
                messages.count(), messages.count(), messages, 0, false, List.of(), List.of());
    }

    /// @param all of every node by itself, a kill and a stop; otherwise the kill of one node
    /// @return milliseconds of each round, and the rounds before that warm up are left out
    public List<Double> run(int rounds, boolean all) {
        List<Double> millis = new ArrayList<>();
        List<NodeName> nodes = List.copyOf(cluster.running().keySet());
        for (int round = -WARM_UP; round < rounds; round++) {
            long from = System.nanoTime();
            ObservedCluster observed = new ObservedCluster(cluster);
            for (NodeName node : all ? nodes : nodes.subList(0, 1)) {
                for (Death death : all ? List.of(Death.KILL, Death.STOP) : List.of(Death.KILL)) {
                    DeathForecast.of(observed, List.of(node), death);
                }
            }
            if (round >= 0) {
                millis.add((System.nanoTime() - from) / 1e6);
            }
        }
        return millis;
    }
}
