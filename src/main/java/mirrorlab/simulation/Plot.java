package mirrorlab.simulation;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.Input;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Misfortune with intent: brings a queue to one of its stages and strikes at the k-th message of a kind. Draws from a chance of
/// its own, so that a history without it stays what it was.
final class Plot {
    private static final int PATIENCE = 30;
    private static final int SHORT_FREEZE = 2_000_000;
    private static final int LONG_FREEZE = 8_000_000;
    /// After this long the others have gone on.
    private static final int SILENCE = 4_000_000;
    /// Late in a promotion, and rare.
    private static final List<String> LATE = List.of("Fetch", "Fill", "Follow");
    private final SimulatedCluster cluster;
    private final List<QueueName> queues;
    private final RandomGenerator chance;
    private final Fate fate;
    private final List<Stage> stages;
    private final Queue<Runnable> scene = new ArrayDeque<>();
    private int patience;

    /// @param places also as policies are carried out
    Plot(SimulatedCluster cluster, List<QueueName> queues, RandomGenerator chance, Fate fate, boolean places) {
        this.cluster = cluster;
        this.queues = queues;
        this.chance = chance;
        this.fate = fate;
        stages = places ? List.of(Stage.values()) : Stage.USUAL;
    }

    /// Before each thing that clients and administrators do by themselves.
    void next() {
        if (chance.nextInt(20) == 0) {
            cluster.members().stream().filter(cluster::isIsolated).toList().forEach(cluster::rejoin);
        }
        Runnable act = scene.poll();
        if (act != null) {
            act.run();
        } else if (!cluster.ambushes().isAnyLaid() || --patience < 0) {
            cluster.ambushes().lift();
            if (chance.nextInt(4) > 0) {
                plan();
            }
        }
    }

    private void plan() {
        patience = PATIENCE;
        Stage stage = any(stages);
        String kind = stage == Stage.PROMOTING && chance.nextInt(3) == 0 ? any(LATE) : any(stage.kinds());
        Ambushes.Moment moment = chance.nextInt(5) < 3 ? Ambushes.Moment.UNDER_WAY : Ambushes.Moment.TAKEN;
        int count = 1 + chance.nextInt(stage == Stage.PUBLISHING ? 8 : 3);
        BiConsumer<NodeName, NodeName> misfortune = misfortune(stage);
        cluster.ambushes().lay(kind, moment, count, (from, to) -> {
            cluster.tell("a " + kind + " from " + from.shortName() + " to " + to.shortName() + " is "
                    + moment.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
            misfortune.accept(from, to);
        });
        QueueName queue = any(queues);
        switch (stage) {
            case PUBLISHING -> publish(3);
            case SYNCHRONISING -> synchronising(queue);
            case PROMOTING -> promoting(queue);
            case JOINING -> joining();
            case PLACING -> placing();
        }
    }

    // ---- scenes

    private void publish(int times) {
        for (int i = 0; i < times; i++) {
            scene.add(fate::publish);
        }
    }

    private void synchronising(QueueName queue) {
        scene.add(this::startAll);
        scene.add(() -> policy("nodes", List.of(any(cluster.members()).value())));
        scene.add(() -> cluster.run(chance.nextInt(300_000)));
        publish(4);
        scene.add(() -> policy("all", null));
        scene.add(() -> cluster.run(chance.nextInt(200_000)));
        scene.add(() -> fate.administer(new AdminCommand.SyncQueue(queue)));
        publish(chance.nextInt(3));
        if (chance.nextInt(4) == 0) {
            scene.add(() -> fate.administer(new AdminCommand.CancelSync(queue)));
        }
    }

    private void promoting(QueueName queue) {
        scene.add(this::startAll);
        if (chance.nextBoolean()) {
            scene.add(() -> policy("all", null));
            scene.add(() -> cluster.run(chance.nextInt(400_000)));
        }
        if (chance.nextBoolean()) {
            scene.add(() -> cluster.ambushes().lay("Publish", Ambushes.Moment.UNDER_WAY, 1 + chance.nextInt(3),
                    (master, mirror) -> kill(master))); // some mirrors get it, others do not
            publish(4);
            return;
        }
        publish(1 + chance.nextInt(4));
        boolean cleanly = chance.nextInt(5) == 0;
        scene.add(() -> {
            NodeName master = masterOf(queue);
            if (master != null && cleanly) {
                stop(master);
            } else if (master != null) {
                kill(master);
            }
        });
    }

    private void joining() {
        if (cluster.members().stream().allMatch(each -> cluster.node(each) != null)) {
            scene.add(() -> kill(any(cluster.members())));
            publish(1);
        }
        scene.add(this::startAll);
    }

    private void placing() {
        scene.add(this::startAll);
        if (chance.nextBoolean()) {
            scene.add(() -> policy("all", null));
            scene.add(() -> cluster.run(chance.nextInt(400_000)));
        }
        publish(1 + chance.nextInt(3));
        scene.add(fate::policy);
        publish(chance.nextInt(2));
        scene.add(fate::policy);
    }

    private void startAll() {
        for (NodeName each : cluster.members()) {
            if (cluster.node(each) == null && !cluster.isParted()) {
                cluster.tell("start " + each.shortName());
                cluster.start(each);
            }
        }
    }

    private void policy(String mode, @Nullable Object parameters) {
        Map<String, Object> definition = new LinkedHashMap<>();
        definition.put("ha-mode", mode);
        if (parameters != null) {
            definition.put("ha-params", parameters);
        }
        if (chance.nextInt(5) == 0) {
            definition.put("ha-sync-mode", "automatic");
        }
        definition.put("ha-sync-batch-size", 1L + chance.nextInt(4));
        if (chance.nextInt(4) == 0) {
            definition.put("ha-promote-on-failure", "when-synced");
        }
        fate.administer(new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, definition));
    }

    private @Nullable NodeName masterOf(QueueName queue) {
        for (SimulatedNode node : cluster.nodes()) {
            for (Replica each : node.broker.replicas()) {
                if (each.isMaster() && each.queue().equals(queue)) {
                    return node.name;
                }
            }
        }
        return null;
    }

    // ---- misfortunes

    private BiConsumer<NodeName, NodeName> misfortune(Stage stage) {
        long delay = chance.nextInt(3) == 0 ? chance.nextInt(100_000) : chance.nextInt(2_000);
        int duration = chance.nextInt(3) > 0
                ? 1_000 + chance.nextInt(SHORT_FREEZE)
                : SILENCE + chance.nextInt(LONG_FREEZE - SILENCE);
        if (stage == Stage.JOINING && chance.nextInt(4) == 0) {
            return (from, to) -> flap(from, to);
        }
        return switch (chance.nextInt(20)) {
            case 0, 1, 2 -> (from, to) -> kill(from);
            case 3, 4, 5 -> (from, to) -> kill(to);
            case 6 -> (from, to) -> {
                kill(from);
                kill(to);
            };
            case 7 -> (from, to) -> {
                kill(from);
                cluster.agenda().after(delay, () -> kill(to));
            };
            case 8 -> (from, to) -> {
                kill(to);
                cluster.agenda().after(delay, () -> kill(from));
            };
            case 9, 10 ->
                (from, to) -> cluster.members().stream().filter(each -> !each.equals(from) && !each.equals(to))
                        .findFirst().ifPresent(this::kill);
            case 11 -> (from, to) -> stop(from);
            case 12 -> (from, to) -> stop(to);
            case 13, 14, 15 -> (from, to) -> fate.policy();
            case 16, 17 -> (from, to) -> freeze(from, duration);
            default -> (from, to) -> freeze(to, duration);
        };
    }

    private void kill(NodeName name) {
        if (cluster.node(name) != null) {
            cluster.tell("kill " + name.shortName());
            cluster.kill(name);
        }
    }

    private void stop(NodeName name) {
        SimulatedNode node = cluster.node(name);
        if (node != null && node.serves()) {
            cluster.tell("stop " + name.shortName());
            node.on(new Input.Stop());
        }
    }

    /// Only a node that serves is frozen until the others go on without it, and only one at a time.
    private void freeze(NodeName name, int micros) {
        SimulatedNode node = cluster.node(name);
        boolean any = cluster.nodes().stream().anyMatch(SimulatedNode::isFrozen)
                || cluster.members().stream().anyMatch(cluster::isIsolated);
        if (node != null && !any) {
            int duration = node.serves() ? micros : Math.min(micros, SHORT_FREEZE);
            cluster.tell("freeze " + name.shortName() + " for " + duration / 1_000 + " ms");
            cluster.freeze(name, duration);
        }
    }

    /// Between two that serve it would be a partition.
    private void flap(NodeName one, NodeName other) {
        SimulatedNode here = cluster.node(one);
        SimulatedNode there = cluster.node(other);
        if (here != null && there != null && !(here.serves() && there.serves())) {
            cluster.tell("the link between " + one.shortName() + " and " + other.shortName() + " ends");
            cluster.flap(one, other);
        }
    }

    private <T> T any(List<T> list) {
        return list.get(chance.nextInt(list.size()));
    }
}
