package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.Input;
import mirrorlab.content.BasicProperties;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// A short history that is the same each time, up to the misfortunes that a test puts between its messages. Three nodes; the
/// master of queue `q` is on the first one at the beginning.
enum Script {
    /// Publishes with confirms on all three nodes, takes and acknowledges, both mirrors synchronised.
    PUBLISHING {
        @Override
        void prepare(Scene scene) {
            scene.policy("all");
        }

        @Override
        void play(Scene scene) {
            scene.publish(2);
            scene.at(2_000, () -> scene.publish(1));
            scene.at(3_000, scene::takeOne);
        }
    },
    /// Synchronises four messages to two new mirrors in batches of two, while more are published.
    SYNCHRONISING {
        @Override
        void prepare(Scene scene) {
            scene.policy("nodes");
            scene.publish(1);
            scene.publish(1);
            scene.policy("all");
        }

        @Override
        void play(Scene scene) {
            scene.synchronise();
            scene.publish(1);
        }
    },
    /// The master dies while publishes are under way; one mirror lacks what came before it.
    PROMOTING {
        @Override
        void prepare(Scene scene) {
            scene.policy("nodes");
            scene.publish(1);
            scene.policy("all");
        }

        @Override
        void play(Scene scene) {
            scene.publish(2);
            scene.at(300, () -> scene.kill(0));
            scene.at(3_000, () -> scene.publish(1));
        }
    };

    private static final QueueName QUEUE = QueueName.of("q");
    private static final int LONG_ENOUGH = 400_000;

    abstract void prepare(Scene scene);

    abstract void play(Scene scene);

    /// Something that comes before the n-th message that any node takes, counted from 0.
    record Misfortune(int before, String what, int node) {
        void strike(Scene scene) {
            switch (what) {
                case "kill" -> scene.kill(node);
                case "stop" -> scene.stop(node);
                case "freeze" -> scene.cluster.freeze(scene.name(node), 50_000);
                case "policy" -> scene.administer(scene.definition(List.of(scene.name(node).value())));
                default -> throw new IllegalArgumentException(what);
            }
        }
    }

    /// Plays it to its end, everybody started again and everything in order.
    ///
    /// @return how many messages were taken while it was played
    /// @throws InvariantBroken when something was not as it must be
    Scene.Ended with(List<Misfortune> misfortunes) {
        Scene scene = new Scene();
        prepare(scene);
        scene.count(misfortunes);
        play(scene);
        scene.cluster.run(LONG_ENOUGH);
        int messages = scene.stopCounting();
        new Epilogue(scene.cluster).play();
        return new Scene.Ended(messages, scene.cluster);
    }

    /// The cluster and what a script does with it.
    static final class Scene {
        final SimulatedCluster cluster = new SimulatedCluster(new SplittableRandom(11), new SplittableRandom(12), null,
                3,
                this::arriving);
        private final List<SimulatedClient> clients = new ArrayList<>();
        private List<Misfortune> misfortunes = List.of();
        private boolean counting;
        private int taken;

        record Ended(int messages, SimulatedCluster cluster) {}

        Scene() {
            cluster.members().forEach(each -> {
                cluster.start(each);
                cluster.run(3_000_000);
            });
            cluster.nodes().forEach(each -> clients.add(cluster.clients().connect(each, true, cluster.ledger())));
            clients.getFirst().declare(QUEUE, true, false, Map.of());
            cluster.run(1_000_000);
        }

        private List<PeerMessage> arriving(SimulatedCluster unused, NodeName from, NodeName to,
                PeerMessage message) {
            if (counting) {
                int number = taken++;
                misfortunes.stream().filter(each -> each.before() == number).forEach(each -> each.strike(this));
            }
            return List.of(message);
        }

        void count(List<Misfortune> coming) {
            misfortunes = coming;
            counting = true;
        }

        int stopCounting() {
            counting = false;
            cluster.thawAll();
            return taken;
        }

        NodeName name(int node) {
            return cluster.members().get(node);
        }

        void at(long micros, Runnable what) {
            cluster.agenda().after(micros, what);
        }

        void policy(String mode) {
            administer(mode.equals("all") ? definition(null) : definition(List.of(name(0).value())));
            cluster.run(1_000_000);
        }

        Map<String, Object> definition(@Nullable List<String> nodes) {
            Map<String, Object> definition = new LinkedHashMap<>();
            definition.put("ha-mode", nodes == null ? "all" : "nodes");
            if (nodes != null) {
                definition.put("ha-params", nodes);
            }
            definition.put("ha-sync-batch-size", 2L);
            return definition;
        }

        void administer(Map<String, Object> definition) {
            if (!cluster.serving().isEmpty()) {
                cluster.serving().getLast()
                        .ask(new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, definition));
            }
        }

        void synchronise() {
            cluster.serving().getLast().ask(new AdminCommand.SyncQueue(QUEUE));
        }

        /// From every node.
        void publish(int count) {
            for (SimulatedClient each : clients) {
                for (int i = 0; i < count && each.mayPublish(); i++) {
                    each.publish(QUEUE, i % 2 == 0, 0, BasicProperties.NONE);
                }
            }
            if (!counting) {
                cluster.run(500_000);
            }
        }

        void takeOne() {
            SimulatedClient client = clients.getLast();
            if (client.isIdle()) {
                client.get(QUEUE, false);
                at(2_000, () -> List.copyOf(client.unsettled().keySet()).forEach(tag -> {
                    if (!client.isGone()) {
                        client.settle(tag, false, true, false);
                    }
                }));
            }
        }

        void kill(int node) {
            cluster.kill(name(node));
        }

        void stop(int node) {
            SimulatedNode one = cluster.node(name(node));
            if (one != null && one.serves()) {
                one.on(new Input.Stop());
            }
        }
    }
}
