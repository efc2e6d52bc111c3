package mirrorlab.broker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataState;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// Whole nodes on a table: messages arrive at once and in order, the disk is always synced, short timers fire when nothing
/// else is to do. For examples; races are the simulation's matter.
final class TableCluster {
    private final List<NodeName> members;
    private final Map<NodeName, Node> nodes = new LinkedHashMap<>();
    private final Map<NodeName, TreeMap<String, TreeMap<Long, Bytes>>> disks = new LinkedHashMap<>();
    private final Map<NodeName, Bytes> metadata = new LinkedHashMap<>();
    private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
    final List<Happening> happenings = new ArrayList<>();
    final List<String> logs = new ArrayList<>();
    final List<List<Bytes>> pagedOut = new ArrayList<>();
    final List<Object> told = new ArrayList<>();
    Predicate<Input> held = input -> false;
    private final List<Arrival> heldBack = new ArrayList<>();
    private long incarnations;
    private long links;
    private long now = 1_000_000;

    private record Arrival(NodeName to, long incarnation, Input input) {}

    private static final class Node {
        final Broker broker = new Broker();
        final long incarnation;
        final Map<NodeName, Long> links = new LinkedHashMap<>();
        final Map<String, Long> timers = new LinkedHashMap<>();
        boolean serves;
        boolean stopped;

        Node(long incarnation) {
            this.incarnation = incarnation;
        }
    }

    TableCluster(int size) {
        members = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            members.add(NodeName.of("rabbit" + i));
        }
        members.forEach(each -> start(each, true));
        run();
    }

    NodeName node(int number) {
        return NodeName.of("rabbit" + number);
    }

    void start(NodeName name, boolean clean) {
        Node node = new Node(++incarnations);
        Map<String, List<Input.StoredEntry>> queues = new TreeMap<>();
        disks.computeIfAbsent(name, unused -> new TreeMap<>()).forEach((table, entries) -> queues.put(table,
                entries.entrySet().stream().map(each -> new Input.StoredEntry(each.getKey(), each.getValue()))
                        .toList()));
        nodes.put(name, node);
        post(name, new Input.Clock(now));
        post(name, new Input.Boot(name, node.incarnation, 7, members, Map.of(), metadata.get(name), queues, clean));
        for (Map.Entry<NodeName, Node> each : nodes.entrySet()) {
            if (!each.getKey().equals(name)) {
                long link = ++links;
                node.links.put(each.getKey(), link);
                each.getValue().links.put(name, link);
                post(name, new Input.PeerUp(each.getKey(), each.getValue().incarnation, link));
                post(each.getKey(), new Input.PeerUp(name, node.incarnation, link));
            }
        }
    }

    void kill(NodeName name) {
        nodes.remove(name);
        for (Map.Entry<NodeName, Node> each : nodes.entrySet()) {
            Long link = each.getValue().links.remove(name);
            if (link != null) {
                post(each.getKey(), new Input.PeerDown(name, link));
            }
        }
        run();
    }

    /// Ends the link between two nodes and makes a new one, while both live.
    void flap(NodeName first, NodeName second) {
        Node one = nodes.get(first);
        Node other = nodes.get(second);
        long old = one.links.get(second);
        long link = ++links;
        one.links.put(second, link);
        other.links.put(first, link);
        post(first, new Input.PeerDown(second, old));
        post(second, new Input.PeerDown(first, old));
        post(first, new Input.PeerUp(second, other.incarnation, link));
        post(second, new Input.PeerUp(first, one.incarnation, link));
        run();
    }

    boolean stop(NodeName name) {
        Node node = nodes.get(name);
        post(name, new Input.Stop());
        run();
        boolean stopped = node.stopped;
        kill(name);
        return stopped;
    }

    boolean serves(NodeName name) {
        Node node = nodes.get(name);
        return node != null && node.serves;
    }

    void post(NodeName to, Input input) {
        Node node = nodes.get(to);
        if (node != null) {
            arrivals.add(new Arrival(to, node.incarnation, input));
        }
    }

    void releaseHeld() {
        List<Arrival> back = List.copyOf(heldBack);
        heldBack.clear();
        held = input -> false;
        back.reversed().forEach(arrivals::addFirst);
        run();
    }

    /// Until nothing is to do; fires timers of up to a second.
    void run() {
        boolean more = true;
        while (more) {
            while (!arrivals.isEmpty()) {
                Arrival next = arrivals.remove();
                Node node = nodes.get(next.to());
                if (node == null || node.incarnation != next.incarnation()) {
                    continue;
                }
                if (held.test(next.input())) {
                    heldBack.add(next);
                    continue;
                }
                node.broker.on(next.input()).forEach(each -> perform(next.to(), node, each));
            }
            more = fireShortTimers();
        }
    }

    private boolean fireShortTimers() {
        return fireNext(now + 1000);
    }

    /// Fires the next timer that is due before the time, at its time.
    private boolean fireNext(long before) {
        NodeName at = null;
        String first = "";
        long due = before;
        for (Map.Entry<NodeName, Node> each : nodes.entrySet()) {
            for (Map.Entry<String, Long> timer : each.getValue().timers.entrySet()) {
                if (timer.getValue() < due) {
                    at = each.getKey();
                    first = timer.getKey();
                    due = timer.getValue();
                }
            }
        }
        if (at == null) {
            return false;
        }
        itIs(due);
        nodes.get(at).timers.remove(first);
        post(at, new Input.TimerFired(first));
        return true;
    }

    private void itIs(long time) {
        now = Math.max(now, time);
        nodes.keySet().forEach(each -> post(each, new Input.Clock(now)));
    }

    /// Lets so much time pass.
    void pass(long millis) {
        long until = now + millis;
        while (fireNext(until + 1)) {
            run();
        }
        itIs(until);
        run();
    }

    void fireLongTimers() {
        for (Map.Entry<NodeName, Node> each : nodes.entrySet()) {
            List<String> due = List.copyOf(each.getValue().timers.keySet());
            each.getValue().timers.clear();
            due.forEach(timer -> post(each.getKey(), new Input.TimerFired(timer)));
        }
        run();
    }

    private void perform(NodeName self, Node node, Effect effect) {
        switch (effect) {
            case Effect.Send(NodeName to, long link, var message) -> {
                Node peer = nodes.get(to);
                Long its = peer == null ? null : peer.links.get(self);
                if (its != null && its == link) {
                    post(to, new Input.FromPeer(self, link, message));
                }
            }
            case Effect.Persist(List<StoreOperation> operations, long ticket) -> {
                operations.forEach(each -> write(self, each));
                post(self, new Input.Persisted(ticket));
            }
            case Effect.PersistMetadata(Bytes bytes, long ticket) -> {
                metadata.put(self, bytes);
                post(self, new Input.Persisted(ticket));
            }
            case Effect.PageOut(List<Bytes> bodies) -> {
                pagedOut.add(bodies);
                post(self, new Input.PagedOut());
            }
            case Effect.SetTimer(String timer, var after) -> node.timers.put(timer, now + after.toMillis());
            case Effect.CancelTimer(String timer) -> node.timers.remove(timer);
            case Effect.ToClient(long connection, int channel, ClientEvent event) -> told.add(event);
            case Effect.Answer(long request, AdminReply reply) -> told.add(reply);
            case Effect.Happened(Happening happening) -> happenings.add(happening);
            case Effect.Log(String level, String text) -> logs.add(self.shortName() + " " + level + " " + text);
            case Effect.Serve() -> node.serves = true;
            case Effect.BootFailed(String text) -> logs.add(self.shortName() + " BOOT FAILED " + text);
            case Effect.CloseConnections unused -> {
            }
            case Effect.Stopped() -> node.stopped = true;
        }
    }

    private void write(NodeName self, StoreOperation operation) {
        TreeMap<String, TreeMap<Long, Bytes>> disk = disks.computeIfAbsent(self, unused -> new TreeMap<>());
        switch (operation) {
            case StoreOperation.Put(String table, long key, Bytes value) ->
                disk.computeIfAbsent(table, unused -> new TreeMap<>()).put(key, value);
            case StoreOperation.Remove(String table, long key) ->
                disk.computeIfAbsent(table, unused -> new TreeMap<>()).remove(key);
            case StoreOperation.Drop(String table) -> disk.remove(table);
        }
    }

    MetadataState state(NodeName node) {
        return nodes.get(node).broker.state();
    }

    // ---- clients: connection and channel numbers are the test's

    void connect(NodeName node, long connection) {
        post(node, new Input.ConnectionOpened(connection, "test", "127.0.0.1", "guest", "/", true));
        post(node, new Input.ChannelOpened(connection, 1));
        run();
    }

    /// Does a method and returns what clients were told meanwhile.
    List<Object> call(NodeName node, long connection, ClientMethod method) {
        told.clear();
        post(node, new Input.FromClient(connection, 1, method));
        run();
        return List.copyOf(told);
    }

    List<Object> administer(NodeName node, AdminCommand command) {
        told.clear();
        post(node, new Input.Administer(++links, command));
        run();
        return List.copyOf(told);
    }

    AdminReply.@Nullable QueueView queue(NodeName node, String name) {
        AdminReply.Queues all = (AdminReply.Queues) administer(node, new AdminCommand.ListQueues()).getLast();
        return all.queues().stream().filter(each -> each.queue().name().equals(name)).findFirst().orElse(null);
    }
}
