package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mirrorlab.broker.AdminReply.ChannelView;
import mirrorlab.channel.ChannelEffect;
import mirrorlab.channel.Client;
import mirrorlab.channel.ClientChannel;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.mirror.ReplicaEffect;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The clients connected to this node: connections, and their channels by number and by id.
final class Clients {
    /// F-25: 65 to 69 s; a lab may shorten it.
    private static final long LOOKUP_MILLIS = 66_000;
    /// As in RabbitMQ: how long a delivery may wait for its acknowledgement, and how often that is looked at.
    private static final long CONSUMER_MILLIS = 1_800_000;
    private static final long TICK_MILLIS = 60_000;
    static final String TICK = ReplicaEffect.SetTimer.HOUSEKEEPING + "channels";
    private final Broker broker;
    private final NodeDirectory directory;
    private final Map<Long, OpenChannel.Connection> connections = new LinkedHashMap<>();
    private final Map<Long, OpenChannel> channels = new TreeMap<>();
    private final Set<OpenChannel> dirty = new LinkedHashSet<>();
    final Creations creations;
    private long channelSerial;
    private boolean hasReport;
    private boolean ticking;

    Clients(Broker broker) {
        this.broker = broker;
        directory = new NodeDirectory(broker);
        creations = new Creations(broker, this::declared);
    }

    void on(Input input) {
        switch (input) {
            case Input.ConnectionOpened opened -> {
                connections.put(opened.connection(), new OpenChannel.Connection(opened.connection(),
                        new Client(opened.vhost(), opened.user(), owner(opened.connection()), opened.cancelNotify()),
                        new TreeMap<>()));
                broker.connections.opened(opened, broker.self(), broker.now());
                broker.happened(new Happening.ConnectionOpened(broker.self(), opened.connection(), opened.name(),
                        opened.peer(), opened.user(), opened.vhost()));
                broker.started().administration().memory.opened(opened.connection());
            }
            case Input.ConnectionClosed(long connection, String reason) -> connectionClosed(connection, reason);
            case Input.ChannelOpened(long connection, int number) -> open(connection, number);
            case Input.ChannelClosed(long connection, int number) -> {
                OpenChannel channel = find(connection, number);
                if (channel != null) {
                    channel.machine().close("closed");
                    dirty.add(channel);
                    flush(channel);
                    forget(channel);
                }
                broker.effects.add(new Effect.ToClient(connection, number, new ClientEvent.ChannelClosed()));
            }
            case Input.DeliveriesWritten(long connection, int number, int count) -> {
                OpenChannel channel = find(connection, number);
                if (channel != null) {
                    channel.machine().written(count);
                    dirty.add(channel);
                }
            }
            case Input.FromClient(long connection, int number, ClientMethod method) -> {
                OpenChannel channel = find(connection, number);
                if (channel != null) {
                    channel.machine().on(method);
                    dirty.add(channel);
                }
            }
            case Input.PublisherHeld(long connection) ->
                broker.started().administration().memory.held(connection);
            case Input.Memory memory -> broker.started().administration().memory.measured(memory);
            case Input.PagingWanted(long bytes) -> broker.started().administration().memory.bodies.wanted(bytes);
            case Input.PagedOut() -> broker.started().administration().memory.bodies.pagedOut();
            default -> {
            }
        }
    }

    /// The answer comes when the method is done.
    void direct(long request, AdminCommand.OfQueue command) {
        long number = -request;
        OpenChannel channel = open(new OpenChannel.Connection(number,
                new Client(command.queue().vhost(), command.user(), owner(number), false), new TreeMap<>()), 1);
        channel.machine().on(DirectChannels.method(command));
        dirty.add(channel);
    }

    private @Nullable OpenChannel find(long connection, int number) {
        OpenChannel.Connection known = connections.get(connection);
        return known == null ? null : known.channels().get(number);
    }

    private void open(long number, int channel) {
        OpenChannel.Connection connection = connections.get(number);
        if (connection != null) {
            OpenChannel opened = open(connection, channel);
            broker.happened(new Happening.ChannelOpened(broker.self(), number, channel, opened.machine().id()));
        }
    }

    private OpenChannel open(OpenChannel.Connection connection, int channel) {
        ChannelId id = new ChannelId(broker.self(), broker.incarnation(), ++channelSerial);
        Duration lookup = Duration.ofMillis(setting("queue_lookup_timeout_ms", LOOKUP_MILLIS));
        ClientChannel machine = new ClientChannel(id, connection.client(), directory, lookup);
        OpenChannel opened = new OpenChannel(connection, channel, machine);
        connection.channels().put(channel, opened);
        channels.put(id.serial(), opened);
        return opened;
    }

    private long setting(String key, long usual) {
        return broker.started().boot().settings().get(key) instanceof Number given ? given.longValue() : usual;
    }

    private String owner(long connection) {
        return broker.self() + "/" + broker.incarnation() + "/" + connection;
    }

    private void connectionClosed(long number, String reason) {
        OpenChannel.Connection connection = connections.remove(number);
        broker.started().administration().memory.closed(number);
        if (connection == null) {
            return;
        }
        for (OpenChannel each : List.copyOf(connection.channels().values())) {
            each.machine().close("connection closed");
            flush(each);
            forget(each);
        }
        String owner = connection.client().connection();
        List<QueueName> owned = new ArrayList<>();
        for (QueueRecord each : broker.state().queues()) {
            if (owner.equals(each.owner())) {
                owned.add(each.queue());
            }
        }
        owned.forEach(each -> broker.changes.propose(new MetadataChange.QueueDeleted(each, null, "exclusive"),
                new Proposer.OfStop()));
        broker.happened(new Happening.ConnectionClosed(broker.self(), number, reason));
    }

    void vhostDeleted(String vhost) {
        connections.values().stream().filter(each -> each.client().vhost().equals(vhost)).toList()
                .forEach(each -> force(each.number(), "vhost '" + vhost + "' is deleted"));
    }

    void userDeleted(String user) {
        connections.values().stream().filter(each -> each.client().user().equals(user)).toList()
                .forEach(each -> force(each.number(), "user '" + user + "' is deleted"));
    }

    /// @return false when there is no such connection
    boolean force(long connection, String reason) {
        if (!connections.containsKey(connection)) {
            return false;
        }
        broker.effects.add(new Effect.ToClient(connection, 0,
                new ClientEvent.ConnectionFailed(320, "CONNECTION_FORCED - " + reason, 0, 0)));
        connectionClosed(connection, reason);
        return true;
    }

    private void forget(OpenChannel channel) {
        channel.connection().channels().remove(channel.number(), channel);
        channels.remove(channel.machine().id().serial());
        creations.channelGone(channel.machine().id());
        dirty.remove(channel);
    }

    /// A connection's channels as they are now, in order of their numbers.
    List<ChannelView> channels(long connection) {
        OpenChannel.Connection known = connections.get(connection);
        return known == null ? List.of() : known.channels().values().stream().map(OpenChannel::view).toList();
    }

    /// The numbers of all that are open.
    List<Long> connections() {
        return List.copyOf(connections.keySet());
    }

    void closeAll() {
        List.copyOf(connections.keySet()).forEach(each -> connectionClosed(each, "shutdown"));
    }

    // ---- from replicas

    void toChannel(QueueMessage.ToChannel message) {
        OpenChannel channel = message.channel().incarnation() == broker.incarnation()
                ? channels.get(message.channel().serial())
                : null;
        if (channel != null) {
            channel.machine().on(message);
            dirty.add(channel);
        }
    }

    void recordChanged(QueueName queue) {
        each(channel -> channel.recordChanged(queue));
    }

    void replicaGone(ReplicaId replica) {
        each(channel -> channel.replicaGone(replica));
    }

    void nodeGone(NodeName node) {
        creations.nodeGone(node);
        each(channel -> channel.nodeGone(node));
    }

    private void each(java.util.function.Consumer<ClientChannel> change) {
        for (OpenChannel each : List.copyOf(channels.values())) {
            change.accept(each.machine());
            dirty.add(each);
        }
    }

    void permissionsChanged() {
        each(ClientChannel::permissionsChanged);
    }

    void timer(long serial) {
        OpenChannel channel = channels.get(serial);
        if (channel != null) {
            channel.machine().timer();
            dirty.add(channel);
        }
    }

    private void tickLater() {
        ticking = true;
        broker.effects.add(new Effect.SetTimer(TICK, Duration.ofMillis(setting("channel_tick_interval", TICK_MILLIS))));
    }

    /// Looks for clients that keep deliveries for too long, as long as anybody has some.
    void tick() {
        ticking = false;
        long millis = setting("consumer_timeout", CONSUMER_MILLIS);
        for (OpenChannel each : List.copyOf(channels.values())) {
            each.machine().expectSettled(each.number(), millis);
            dirty.add(each);
        }
    }

    private void declared(ChannelId id, QueueName queue) {
        OpenChannel channel = channels.get(id.serial());
        if (channel != null) {
            channel.machine().declared(queue);
            dirty.add(channel);
        }
    }

    void changed(ChannelId id, boolean effective) {
        OpenChannel channel = channels.get(id.serial());
        if (channel != null) {
            channel.machine().changed(effective);
            dirty.add(channel);
        }
    }

    // ---- what channels ask for

    boolean settle() {
        boolean any = creations.settle();
        for (OpenChannel each : List.copyOf(dirty)) {
            dirty.remove(each);
            any |= flush(each);
        }
        return any;
    }

    private boolean flush(OpenChannel channel) {
        boolean any = false;
        if (!ticking && channel.machine().hasDeliveries()) {
            tickLater();
        }
        for (ChannelEffect effect : channel.machine().take()) {
            any = true;
            switch (effect) {
                case ChannelEffect.Event(ClientEvent event) when channel.connection().isDirect() ->
                    answered(channel, event);
                case ChannelEffect.Happened _ when channel.connection().isDirect() -> {
                }
                case ChannelEffect.Event(ClientEvent event) -> broker.effects
                        .add(new Effect.ToClient(channel.connection().number(), channel.number(), event));
                case ChannelEffect.Create create -> creations.create(channel.machine().id(),
                        create.exclusive() ? channel.connection().client().connection() : null, create);
                case ChannelEffect.Ended() -> forget(channel);
                default -> perform(channel.machine().id(), effect);
            }
        }
        hasReport |= channel.machine().hasReport();
        return any;
    }

    /// The one method of a direct channel is done, and with it the channel.
    private void answered(OpenChannel channel, ClientEvent event) {
        broker.effects.add(new Effect.Answer(-channel.connection().number(), DirectChannels.reply(event)));
        if (!channel.machine().hasEnded()) {
            channel.machine().close("closed");
            flush(channel);
            forget(channel);
        }
    }

    private static String timer(ChannelId channel) {
        return "channel/" + channel.serial();
    }

    private void perform(ChannelId channel, ChannelEffect effect) {
        switch (effect) {
            case ChannelEffect.ToReplica(QueueMessage.ToReplica message) -> broker.send(message.to().node(), message);
            case ChannelEffect.ToChannel(QueueMessage.ToChannel message) ->
                broker.send(message.channel().node(), message);
            case ChannelEffect.Happened(Happening happening) -> broker.happened(happening);
            case ChannelEffect.SetTimer(Duration after) ->
                broker.effects.add(new Effect.SetTimer(timer(channel), after));
            case ChannelEffect.CancelTimer() -> broker.effects.add(new Effect.CancelTimer(timer(channel)));
            case ChannelEffect.Change(MetadataChange change) ->
                broker.changes.propose(change, new Proposer.OfChange(channel));
            case ChannelEffect.Remove(QueueName queue) ->
                broker.changes.propose(new MetadataChange.QueueDeleted(queue, null, "deleted"),
                        new Proposer.OfStop());
            default -> throw new IllegalStateException("not for a whole channel: " + effect);
        }
    }

    /// Whether a channel that did something since the last call has something to report.
    boolean takeHasReport() {
        boolean any = hasReport;
        hasReport = false;
        return any;
    }

    void report() {
        each(channel -> {
            if (channel.hasReport()) {
                channel.report();
            }
        });
    }

    /// Whether a channel of this node has that consumer of direct replies.
    boolean answersTo(ChannelId channel, String replyKey) {
        OpenChannel known = channel.incarnation() == broker.incarnation() ? channels.get(channel.serial()) : null;
        return known != null && known.machine().answersTo(replyKey);
    }

    List<String> busy() {
        List<String> busy = new ArrayList<>();
        channels.values().forEach(each -> busy.addAll(each.machine().busy()));
        busy.addAll(creations.busy());
        return busy;
    }
}
