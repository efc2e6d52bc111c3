package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Death;
import org.jspecify.annotations.Nullable;

/// What clients, administrators and misfortune do to a cluster, one action at a time, by chance.
final class Fate {
    /// Deaths at the end of each history.
    private static final int FORECASTS = 6;
    private final SimulatedCluster cluster;
    private final SimulationOptions options;
    private final RandomGenerator chance;
    private final List<QueueName> queues = new ArrayList<>();
    private final Actions actions = new Actions();
    private final Set<QueueName> singleActive = new LinkedHashSet<>();
    private final Set<QueueName> autoDelete = new LinkedHashSet<>();
    private final Arrangements arrangements;
    private final Limitations limitations;
    private final @Nullable Plot plot;
    private final @Nullable Standstills standstills;
    private final @Nullable RandomGenerator whims;
    private long forecasts;
    private long openForecasts;

    /// @param limits what decides of limits, lifetimes and priorities; null for none
    /// @param plots what decides of misfortunes that come at the worst moment; null for none
    /// @param whims what decides of hold points, auto-delete queues and misfortunes as mirrors are placed; null for none
    Fate(SimulatedCluster cluster, SimulationOptions options, RandomGenerator chance,
            @Nullable RandomGenerator limits, @Nullable RandomGenerator plots, @Nullable RandomGenerator whims) {
        this.cluster = cluster;
        this.options = options;
        this.chance = chance;
        arrangements = new Arrangements(chance, queues);
        for (int i = 1; i <= options.queues(); i++) {
            queues.add(QueueName.of("queue " + i));
            if (chance.nextInt(4) == 0) {
                singleActive.add(queues.getLast());
            }
        }
        limitations = new Limitations(limits, queues);
        queues.stream().filter(limitations::mayComeAndGo).forEach(cluster.ledger()::mayComeAndGo);
        actions.add(options.publishes(), this::publish);
        actions.add(options.takes(), this::take);
        actions.add(options.ends(), this::end);
        actions.add(options.policies(), this::policy);
        actions.add(options.syncs(), () -> administer(new AdminCommand.SyncQueue(queue())));
        actions.add(options.cancels(), () -> administer(new AdminCommand.CancelSync(queue())));
        actions.add(options.deaths(), this::kill);
        actions.add(options.stops(), this::stop);
        actions.add(options.starts(), this::start);
        actions.add(options.calms(), this::calm);
        actions.add(options.cuts(), this::cut);
        actions.add(6, this::declare);
        actions.add(4, () -> administer(arrangements.next()));
        actions.add(1, this::flood);
        plot = plots == null ? null : new Plot(cluster, queues, plots, this, whims != null);
        if (whims != null) {
            queues.stream().filter(each -> whims.nextInt(3) == 0).forEach(autoDelete::add);
        }
        this.whims = whims;
        standstills = whims == null || whims.nextInt(3) == 0 ? null : new Standstills(cluster, queues, whims);
    }

    /// A whole life: everybody starts, things happen, everybody starts again, and then it is calm.
    void run() {
        cluster.members().forEach(cluster::start);
        cluster.run(5_000_000);
        declare();
        policy();
        for (int i = 0; i < options.actions(); i++) {
            if (plot != null) {
                plot.next();
            }
            if (standstills != null) {
                standstills.next();
            }
            actions.any(chance).run();
            for (int steps = chance.nextInt(chance.nextInt(8) == 0 ? 120 : 14); steps > 0; steps--) {
                cluster.step();
            }
        }
        recover();
    }

    private void recover() {
        settle();
        if (plot != null) {
            cluster.run(20_000_000);
            cluster.checkFlapped();
        }
        new Epilogue(cluster).play();
        for (int rounds = 0; rounds < FORECASTS; rounds++) {
            foretell();
        }
    }

    /// In calm weather a death comes as it was forecast.
    private void foretell() {
        for (int i = chance.nextInt(20); i > 0; i--) {
            publish();
            take();
        }
        if (chance.nextInt(3) == 0) {
            policy();
        }
        cluster.calmDown();
        cluster.invariants().calm();
        SimulatedNode asked = any(cluster.serving());
        SimulatedNode dying = any(cluster.serving());
        if (asked != null && dying != null) {
            Death death = chance.nextInt(2) == 0 ? Death.KILL : Death.STOP;
            Foretold foretold = Foretold.by(asked, cluster, dying.name, death);
            if (death == Death.KILL) {
                cluster.kill(dying.name);
            } else {
                dying.on(new Input.Stop());
            }
            cluster.calmDown();
            cluster.invariants().calm();
            foretold.check();
            forecasts += foretold.cases();
            openForecasts += foretold.open();
        }
        if (chance.nextInt(2) == 0 || cluster.serving().isEmpty()) {
            startAll();
            cluster.run(60_000_000);
        }
    }

    /// How many times it was forecast what becomes of a queue; all of them came true.
    long forecasts() {
        return forecasts;
    }

    /// How many of them left something to chance (PO-10).
    long openForecasts() {
        return openForecasts;
    }

    private void startAll() {
        cluster.members().stream().filter(each -> cluster.node(each) == null).forEach(cluster::start);
    }

    // ---- choices

    private <T> @Nullable T any(List<T> list) {
        return list.isEmpty() ? null : list.get(chance.nextInt(list.size()));
    }

    private QueueName queue() {
        return queues.get(chance.nextInt(queues.size()));
    }

    private boolean perMille(int chances) {
        return chance.nextInt(1000) < chances;
    }

    private @Nullable SimulatedClient client() {
        List<SimulatedClient> present = cluster.clients().present();
        if (present.size() < 4 || chance.nextInt(10) == 0) {
            SimulatedNode node = any(cluster.serving());
            return node == null ? null : connect(node);
        }
        return any(present);
    }

    private boolean whim(int oneIn) {
        return whims != null && whims.nextInt(oneIn) == 0;
    }

    // ---- clients

    private SimulatedClient connect(SimulatedNode node) {
        SimulatedClient client = cluster.clients().connect(node, perMille(800), cluster.ledger());
        if (!client.confirms && whim(2)) {
            client.selectTransaction();
        }
        return client;
    }

    private void declare() {
        SimulatedClient client = client();
        if (client != null && client.isIdle()) {
            QueueName queue = queue();
            Map<String, Object> arguments = new LinkedHashMap<>(limitations.arguments(queue));
            if (singleActive.contains(queue)) {
                arguments.put("x-single-active-consumer", true);
            }
            client.declare(queue, Math.floorMod(queue.hashCode(), 1000) < options.durable(), autoDelete.contains(queue),
                    arguments);
        }
    }

    void publish() {
        SimulatedClient client = client();
        if (client != null) {
            QueueName queue = queue();
            publish(client, queue, chance.nextInt(5));
        }
    }

    /// @param last the number of the last one, from 0
    private void publish(SimulatedClient client, QueueName queue, int last) {
        for (int count = last; count >= 0 && client.mayPublish(); count--) {
            client.publish(queue, perMille(options.persistent()), limitations.priority(), limitations.properties());
        }
        if (client.isTransactional() && client.mayPublish()) {
            if (whim(6)) {
                client.rollBack();
            } else {
                client.commit();
            }
        }
    }

    private void take() {
        SimulatedClient client = client();
        if (client == null || client.isTransactional()) {
            return;
        }
        if (!client.unsettled().isEmpty() && chance.nextInt(3) > 0) {
            Long tag = any(List.copyOf(client.unsettled().keySet()));
            if (tag != null) {
                client.settle(tag, chance.nextInt(3) == 0, chance.nextInt(3) > 0, chance.nextInt(3) > 0);
            }
        } else if (client.isIdle() && chance.nextInt(3) == 0 && client.consumers().size() < 2) {
            consume(client);
        } else if (client.isIdle() && chance.nextInt(8) == 0) {
            client.share(chance.nextInt(4));
        } else if (client.isIdle() && !client.consumers().isEmpty() && chance.nextInt(6) == 0) {
            client.cancel(client.consumers().getFirst());
        } else if (client.isIdle()) {
            client.get(queue(), chance.nextInt(3) == 0);
        }
    }

    private void consume(SimulatedClient client) {
        client.slow(chance.nextInt(5) == 0);
        if (chance.nextInt(4) == 0) {
            client.share(1 + chance.nextInt(4));
        }
        QueueName queue = queue();
        int prefetch = chance.nextInt(4);
        boolean autoAck = chance.nextInt(6) == 0;
        int priority = chance.nextInt(3) == 0 ? chance.nextInt(4) - 1 : 0;
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (priority != 0) {
            arguments.put("x-priority", priority);
        }
        if (whim(4)) {
            arguments.put("x-cancel-on-ha-failover", true);
        }
        client.consume(queue, prefetch, autoAck, arguments);
    }

    /// More than a channel may have unsent.
    private void flood() {
        SimulatedClient client = client();
        if (client != null && chance.nextInt(3) == 0) {
            QueueName queue = queue();
            publish(client, queue, 250);
        }
    }

    private void end() {
        SimulatedClient client = client();
        if (client == null) {
            return;
        }
        switch (chance.nextInt(5)) {
            case 0 -> client.closeConnection();
            case 1, 2 -> client.closeChannel();
            case 3 -> {
                if (client.isIdle()) {
                    client.purge(queue());
                }
            }
            default -> {
                if (client.isIdle()) {
                    client.delete(queue());
                }
            }
        }
    }

    // ---- administrators

    void administer(AdminCommand command) {
        SimulatedNode node = any(cluster.serving());
        if (node != null) {
            switch (command) {
                case AdminCommand.SetPolicy set -> cluster.tell("policy " + set.pattern() + " " + set.definition());
                case AdminCommand.ClearPolicy _ -> cluster.tell("clear the policy");
                case AdminCommand.SyncQueue(QueueName queue) -> cluster.tell("synchronise " + queue.name());
                case AdminCommand.CancelSync(QueueName queue) -> cluster.tell("cancel synchronising " + queue.name());
                default -> {
                }
            }
            node.ask(command);
        }
    }

    void policy() {
        if (chance.nextInt(8) == 0) {
            administer(new AdminCommand.ClearPolicy("/", "ha"));
            return;
        }
        Map<String, Object> definition = DrawnPolicy.definition(chance, cluster.members());
        Map<String, Object> limits = limitations.keys();
        definition.putAll(limits);
        if (!limits.isEmpty()) {
            queues.forEach(cluster.ledger()::mayComeAndGo);
        }
        administer(new AdminCommand.SetPolicy("/", "ha", chance.nextInt(5) == 0 ? "queue 1" : ".*", "queues", 0,
                definition));
    }

    // ---- misfortune

    private void kill() {
        SimulatedNode node = any(cluster.nodes());
        if (node != null) {
            cluster.tell("kill " + node.name.shortName());
            cluster.kill(node.name);
        }
    }

    private void stop() {
        SimulatedNode node = any(cluster.serving());
        if (node != null) {
            cluster.tell("stop " + node.name.shortName());
            node.on(new Input.Stop());
        }
    }

    private void start() {
        NodeName name = any(cluster.members().stream().filter(each -> cluster.node(each) == null).toList());
        if (name != null && !cluster.isParted()) {
            cluster.tell("start " + name.shortName());
            cluster.start(name);
        }
    }

    private void cut() {
        List<NodeName> apart = cluster.members().stream().filter(cluster::isIsolated).toList();
        if (!apart.isEmpty()) {
            cluster.tell("end the partition: kill " + apart.getFirst().shortName());
            cluster.rejoin(apart.getFirst());
            return;
        }
        SimulatedNode node = any(cluster.serving());
        if (node != null && cluster.serving().size() > 1) {
            int kind = chance.nextInt(3);
            cluster.tell("cut " + node.name.shortName() + " off");
            cluster.isolate(node.name, kind != 0, kind != 1);
        }
    }

    /// Nothing waits for its moment any more, and everybody goes on.
    private void settle() {
        cluster.ambushes().lift();
        cluster.thawAll();
        if (standstills != null) {
            standstills.end();
        }
    }

    private void calm() {
        settle();
        cluster.calmDown();
        if (cluster.members().stream().noneMatch(cluster::isIsolated)) {
            cluster.invariants().calm();
        }
    }
}
