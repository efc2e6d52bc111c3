package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.content.BasicProperties;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;

/// Does commands on a simulated cluster and tells everything that happened because of them. A second of simulated time
/// follows each command; `&` at its end leaves it out.
final class Conversation {
    private static final long SECOND = 1_000_000;
    private static final Pattern NUMBERED = Pattern.compile("([a-z]+)(\\d+)");
    private final HappeningLine line = new HappeningLine();
    private final List<String> told = new ArrayList<>();
    private final Map<String, Client> clients = new LinkedHashMap<>();
    private final List<Held> held = new ArrayList<>();
    private final Set<NodeName> frozen = new LinkedHashSet<>();
    private final List<Held> stuck = new ArrayList<>();
    private final Map<String, String> latest = new TreeMap<>();
    private final Set<Object> said = new LinkedHashSet<>();
    private final SimulatedCluster cluster;
    private String holds = "";
    private int read;

    private record Held(NodeName from, NodeName to, PeerMessage message) {}

    /// A connection with one channel; tags by the name of what was delivered.
    private record Client(SimulatedNode node, long connection, ChannelId channel, Map<String, Long> tags,
            long[] published) {}

    Conversation(int nodes) {
        RandomGenerator none = () -> 0; // everything takes as long as everything else
        cluster = new SimulatedCluster(none, none, null, nodes, (unused, from, to, message) -> {
            if (frozen.contains(from) || frozen.contains(to)) {
                stuck.add(new Held(from, to, message));
                return List.of();
            }
            String kind = message.getClass().getSimpleName();
            if (!holds.isEmpty() && holds.matches(".*\\b" + kind + ">" + to.shortName() + "\\b.*")) {
                held.add(new Held(from, to, message));
                return List.of();
            }
            return List.of(message);
        });
        cluster.clients().listen(this::told);
        cluster.members().forEach(cluster::start);
        cluster.run(2 * SECOND);
        read = cluster.journal().size();
    }

    /// @return what happened, line by line
    List<String> does(String command) {
        told.clear();
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        boolean atOnce = words.remove("&");
        act(words.removeFirst(), words);
        if (!atOnce) {
            cluster.run(SECOND);
        }
        return tell();
    }

    /// Does them one after the other.
    ///
    /// @return what happened because of the last one
    List<String> does(String first, String... more) {
        List<String> last = does(first);
        for (String each : more) {
            last = does(each);
        }
        return last;
    }

    /// How the queue stands: one line.
    String queue(String name) {
        return does("list").stream().filter(each -> each.startsWith(name + " ")).findFirst()
                .orElse(name + " is not there");
    }

    /// What a replica held at last, as far as it told: `ready=[m1] unacknowledged=[] …`, by its node's name.
    String holds(String node) {
        return latest.getOrDefault(node, "nothing");
    }

    /// Everything that was recorded so far, the lab's entries too.
    List<Entry> recording() {
        return List.copyOf(cluster.journal());
    }

    private void act(String verb, List<String> words) {
        switch (verb) {
            case "policy" -> policy(words);
            case "set-policy" -> ask(new AdminCommand.SetPolicy("/", words.get(0), words.get(2), "queues",
                    Integer.parseInt(words.get(1)), arguments(words.subList(3, words.size()))));
            case "clear-policy" -> ask(new AdminCommand.ClearPolicy("/", words.isEmpty() ? "ha" : words.getFirst()));
            case "sync" -> ask(new AdminCommand.SyncQueue(QueueName.of(words.getFirst())));
            case "cancel-sync" -> ask(new AdminCommand.CancelSync(QueueName.of(words.getFirst())));
            case "list" -> list();
            case "kill" -> words.forEach(each -> kill(node(each)));
            case "pause" -> {
                frozen.add(node(words.getFirst()));
                cluster.journalOfLab(new Happening.NodePaused(node(words.getFirst())));
            }
            case "resume" -> resume(node(words.getFirst()));
            case "stop" -> running(words.getFirst()).on(new Input.Stop());
            case "start" -> cluster.start(node(words.getFirst()));
            case "wait" -> cluster.run(Long.parseLong(words.getFirst()) * SECOND);
            case "hold" -> holds += " " + words.getFirst();
            case "release" -> release();
            case "hold-at", "go-on", "clear-holds", "pace" -> holdPoints(verb, words);
            case "connect" -> connect(words.get(0), running(words.get(1)), words);
            default -> client(verb, words);
        }
    }

    private void client(String verb, List<String> words) {
        Client client = clients.get(words.removeFirst());
        if (client == null) {
            throw new IllegalArgumentException("no such client: " + verb + " " + words);
        }
        switch (verb) {
            case "declare" -> send(client, new ClientMethod.QueueDeclare(words.getFirst(), words.contains("passive"),
                    !words.contains("transient"), words.contains("exclusive"), words.contains("auto-delete"), false,
                    arguments(words)));
            case "publish" -> words.subList(1, words.size()).stream().filter(each -> NUMBERED.matcher(each).matches())
                    .forEach(each -> publish(client, words.getFirst(), each, words));
            case "get" -> send(client, new ClientMethod.BasicGet(words.getFirst(), words.contains("auto")));
            case "consume" ->
                send(client, new ClientMethod.BasicConsume(words.getFirst(), "c", false, words.contains("auto"),
                        false, false, arguments(words)));
            case "cancel" -> send(client, new ClientMethod.BasicCancel("c", false));
            case "tx" -> send(client, new ClientMethod.TxSelect());
            case "commit" -> send(client, new ClientMethod.TxCommit());
            case "prefetch" -> send(client, new ClientMethod.BasicQos(Integer.parseInt(words.getFirst()), false));
            case "ack" -> words.forEach(each -> send(client, new ClientMethod.BasicAck(tag(client, each), false)));
            case "reject" ->
                words.forEach(each -> send(client, new ClientMethod.BasicReject(tag(client, each), false)));
            case "requeue" ->
                words.forEach(each -> send(client, new ClientMethod.BasicNack(tag(client, each), false, true)));
            case "purge" -> send(client, new ClientMethod.QueuePurge(words.getFirst(), false));
            case "delete" -> send(client, new ClientMethod.QueueDelete(words.getFirst(), false, false, false));
            case "close" -> client.node().on(new Input.ConnectionClosed(client.connection(), "closed"));
            default -> throw new IllegalArgumentException("no such command: " + verb);
        }
    }

    // ---- doing

    private static NodeName node(String name) {
        return NodeName.of(name);
    }

    private SimulatedNode running(String name) {
        SimulatedNode found = cluster.node(node(name));
        if (found == null) {
            throw new IllegalArgumentException(name + " does not run");
        }
        return found;
    }

    private void ask(AdminCommand command) {
        SimulatedNode first = cluster.serving().getFirst();
        long request = first.ask(command);
        cluster.agenda().after(SECOND / 2, () -> {
            AdminReply reply = first.answer(request);
            told.add(reply == null ? "no answer yet" : "answer: " + line.text(reply));
        });
    }

    /// Told to every node, as the lab does.
    private void holdPoints(String verb, List<String> words) {
        QueueName queue = words.size() > 1 ? QueueName.of(words.get(1)) : null;
        AdminCommand command = switch (verb) {
            case "hold-at" -> new AdminCommand.SetHold(point(words), queue);
            case "go-on" -> new AdminCommand.ReleaseHeld(words.isEmpty() ? null : point(words), queue);
            case "pace" -> new AdminCommand.SetPace(Long.parseLong(words.getFirst()));
            default -> new AdminCommand.ClearHold(words.isEmpty() ? null : point(words), queue);
        };
        List.copyOf(cluster.serving()).forEach(each -> each.ask(command));
    }

    private static HoldPoint point(List<String> words) {
        return HoldPoint.valueOf(words.getFirst().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private void policy(List<String> words) {
        Map<String, Object> definition = new LinkedHashMap<>();
        definition.put("ha-mode", words.getFirst());
        for (String each : words.subList(1, words.size())) {
            if (each.matches("\\d+") || each.startsWith("rabbit")) {
                definition.put("ha-params", value(each));
            }
        }
        definition.putAll(arguments(words));
        ask(new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, definition));
    }

    /// Words of the form `key=value`.
    private static Map<String, Object> arguments(List<String> words) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (String each : words) {
            String[] pair = each.split("=", 2);
            if (pair.length == 2) {
                arguments.put(pair[0], value(pair[1]));
            }
        }
        return arguments;
    }

    private static Object value(String text) {
        if (text.matches("\\d+")) {
            return Long.parseLong(text);
        } else if (text.equals("true")) {
            return true;
        }
        return text.startsWith("rabbit")
                ? List.of(text.split(",")).stream().map(name -> node(name).value()).toList()
                : text;
    }

    private void kill(NodeName name) {
        cluster.kill(name);
        frozen.remove(name);
        stuck.removeIf(each -> each.from().equals(name) || each.to().equals(name));
    }

    private void resume(NodeName name) {
        frozen.remove(name);
        cluster.journalOfLab(new Happening.NodeResumed(name));
        List<Held> back = List.copyOf(stuck);
        stuck.clear();
        back.forEach(each -> cluster.arrive(each.from(), each.to(), each.message()));
    }

    private void list() {
        SimulatedNode first = cluster.serving().getFirst();
        long request = first.ask(new AdminCommand.ListQueues());
        cluster.run(SECOND / 10);
        if (first.answer(request) instanceof AdminReply.Queues(var queues)) {
            for (AdminReply.QueueView each : queues) {
                told.add(each.queue().name() + " " + each.state() + " master=" + line.text(each.master()) + " mirrors="
                        + line.text(each.mirrors()) + " synchronised=" + line.text(each.synchronised()) + " ready="
                        + each.ready() + " unacknowledged=" + each.unacknowledged());
            }
        }
    }

    /// `plain` without confirms, `deaf` without the capability to be told of a cancelled consumer.
    private void connect(String name, SimulatedNode node, List<String> words) {
        long connection = node.nextConnection();
        ChannelId channel = new ChannelId(node.name, node.incarnation, connection);
        line.name(channel, name);
        clients.put(name, new Client(node, connection, channel, new TreeMap<>(), new long[1]));
        node.on(new Input.ConnectionOpened(connection, name, "127.0.0.1", "guest", "/",
                !words.contains("deaf")));
        node.on(new Input.ChannelOpened(connection, 1));
        if (!words.contains("plain")) {
            send(clients.get(name), new ClientMethod.ConfirmSelect(true));
        }
    }

    private static void send(Client client, ClientMethod method) {
        client.node().on(new Input.FromClient(client.connection(), 1, method));
    }

    private void publish(Client client, String queue, String name, List<String> words) {
        long sequence = ++client.published()[0];
        line.name(new MessageId(client.channel(), sequence), name);
        Matcher numbered = NUMBERED.matcher(name);
        if (numbered.matches()) {
            cluster.journalOfLab(new Happening.MessagesNamed(QueueName.of(queue),
                    new Interval(client.channel(), sequence, sequence), numbered.group(1),
                    Long.parseLong(numbered.group(2))));
        }
        Object expiration = arguments(words).get("expiration");
        send(client, new ClientMethod.BasicPublish("", queue, words.contains("mandatory"), !words.contains("transient"),
                0, null, expiration == null
                        ? Bytes.EMPTY
                        : BasicProperties.NONE.withExpiration(expiration.toString()).encode(),
                Bytes.of(name)));
    }

    private static long tag(Client client, String message) {
        Long tag = client.tags().get(message);
        if (tag == null) {
            throw new IllegalArgumentException(message + " was not delivered");
        }
        return tag;
    }

    /// The second delivery of m1 is called m1', and so on.
    private static void remember(Client client, String message, long tag) {
        String name = message;
        while (client.tags().putIfAbsent(name, tag) != null) {
            name += "'";
        }
    }

    private void release() {
        holds = "";
        List<Held> back = List.copyOf(held);
        held.clear();
        back.forEach(each -> cluster.arrive(each.from(), each.to(), each.message()));
    }

    // ---- telling

    private void told(NodeName node, long connection, ClientEvent event) {
        clients.forEach((name, client) -> {
            if (client.node().name.equals(node) && client.connection() == connection) {
                tell(); // what happened before comes first
                String text = line.text(event);
                told.add(name + ": " + text);
                if (event instanceof ClientEvent.Delivered delivered) {
                    remember(client, line.text(delivered.message()), delivered.deliveryTag());
                } else if (event instanceof ClientEvent.GetOk got) {
                    remember(client, line.text(got.message()), got.deliveryTag());
                }
            }
        });
    }

    /// Every happening once, though every node says how a record is; of a replica's contents only the newest.
    private List<String> tell() {
        List<Entry> fresh = cluster.journal().subList(read, cluster.journal().size());
        read = cluster.journal().size();
        for (Entry each : fresh) {
            if (each.origin().equals(Entry.LAB) || each.happening() instanceof Happening.MetadataKnown) {
                continue;
            }
            boolean everybodySays = each.happening() instanceof Happening.QueueRecorded
                    || each.happening() instanceof Happening.QueueRemoved
                    || each.happening() instanceof Happening.PolicySet
                    || each.happening() instanceof Happening.PolicyCleared;
            if (everybodySays && !said.add(each.happening())) {
                continue;
            }
            if (each.happening() instanceof Happening.ReplicaHolds holds) {
                String replica = "  " + line.text(holds.replica()) + " holds";
                told.removeIf(one -> one.startsWith(replica));
                String text = "ready=" + line.text(holds.ready()) + " unacknowledged="
                        + line.text(holds.unacknowledged()) + " delta=" + holds.delta() + " fromChannels="
                        + holds.fromChannels();
                latest.put(holds.replica().node().shortName(), text);
                told.add(replica + " " + text);
            } else {
                told.add(new NodeName(each.origin()).shortName() + ": " + line.of(each.happening()));
            }
        }
        return told;
    }

}
