package mirrorlab.amqp;

import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.LongStringHelper;
import com.rabbitmq.client.impl.Method;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.amqp.wire.ConnectionError;
import mirrorlab.amqp.wire.FrameReader;
import mirrorlab.amqp.wire.ReplyCode;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/// One client's connection: a socket, a thread that reads it, a thread that writes it.
///
/// The reading thread runs the handshake, the conversation and the end. The node's loop enters by {@link #tell} and
/// {@link #close}, which never block. A connection that the core was told of by ConnectionOpened is told of by
/// ConnectionClosed exactly once, whoever ended it, unless the node was killed.
final class AmqpConnection {
    static final String GONE = "client unexpectedly closed TCP connection";
    private static final String NODE_ENDS = "the node ends";

    private static final long ANSWER_SECONDS = 60;

    private final long id;
    private final Surroundings around;
    private final ClientSocket socket;
    private final CoreLink core;
    private final String endpoints;
    private final Outgoing outgoing;
    private final Holds holds = new Holds();
    private final AlarmHold alarm = new AlarmHold();
    private final OpenChannels channels = new OpenChannels();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread reader;
    private final ConnectionWriter writer;

    private volatile @Nullable Session session;
    private volatile @Nullable Deadline deadline;
    private volatile boolean closing;
    private volatile String broken = "";

    private record Deadline(long nanos, String reason) {}

    AmqpConnection(long id, Surroundings around, ClientSocket socket) {
        this.id = id;
        this.around = around;
        this.socket = socket;
        this.core = new CoreLink(id, around);
        this.endpoints = socket.endpoints();
        this.outgoing = new Outgoing(settings().outgoingMax());
        this.writer = new ConnectionWriter(this, socket, outgoing);
        this.reader = Thread.ofPlatform().daemon().name("node-" + settings().node() + "-amqp-read-" + id)
                .unstarted(this::read);
    }

    void start() {
        deadline = new Deadline(System.nanoTime() + settings().handshakeTimeout().toNanos(), "handshake_timeout");
        writer.start();
        reader.start();
    }

    long id() {
        return id;
    }

    AmqpSettings settings() {
        return around.settings();
    }

    Accounts accounts() {
        return around.accounts();
    }

    Gate frozen() {
        return around.frozen();
    }

    InetAddress peerAddress() {
        return socket.peerAddress();
    }

    /// RabbitMQ's form: `127.0.0.1:34042 -> 127.0.0.1:5672`.
    String endpoints() {
        return endpoints;
    }

    boolean closing() {
        return closing;
    }

    OpenChannels channels() {
        return channels;
    }

    // The reading thread.

    private void read() {
        try {
            socket.hurry();
            var frames = new FrameReader(new FrozenInput(socket.in(), frozen(), core::help), settings().frameMax());
            if (greeted(frames)) {
                new Conversation(this, frames).run();
                brokenBy(GONE);
            }
        } catch (SocketTimeoutException _) {
            var agreed = session;
            brokenBy("missed heartbeats from client, timeout: " + (agreed == null ? 0 : agreed.heartbeat()) + "s");
        } catch (IOException _) {
            brokenBy(GONE);
        } catch (InterruptedException _) {
            brokenBy(NODE_ENDS);
        } finally {
            end();
        }
    }

    /// @return false when there is nothing more to be heard
    private boolean greeted(FrameReader frames) throws IOException, InterruptedException {
        try {
            var agreed = new Handshake(this, frames).run();
            deadline = null; // first: whoever sees a session may set the next
            session = agreed;
            core.opened(agreed, socket.peer(), socket.local());
            reply(0, new AMQImpl.Connection.OpenOk(""));
            return true;
        } catch (ConnectionError mistake) {
            return fail(mistake);
        } catch (HandshakeRefused refused) {
            brokenBy(refused.reason());
            return refused.told() != null && fail(refused.told());
        }
    }

    /// The first reason counts; a connection that is being closed needs none.
    private void brokenBy(String reason) {
        if (!closing && !core.silenced() && broken.isEmpty()) {
            broken = reason;
            var knocked = session == null && reason.equals(GONE); // whoever only looks whether the port is open
            around.log().atLevel(knocked ? Level.DEBUG : Level.WARN).log("closing AMQP connection {}: {}", described(),
                    reason);
        }
    }

    private void end() {
        try {
            core.closed(broken);
            outgoing.finish();
            writer.awaitEnd(1, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            core.silence();
        } finally {
            socket.close();
            writer.interrupt();
            around.gone().accept(id);
            ended.countDown();
        }
    }

    void post(Input input) throws InterruptedException {
        core.post(input);
    }

    /// From the reading thread.
    void postQuietly(Input input) throws InterruptedException {
        core.postQuietly(input);
    }

    /// A publish waits here while the node asks for it (P-30).
    void publish(int channel, ClientMethod.BasicPublish publish) throws InterruptedException {
        if (holds.isHeld() || alarm.isHeld()) {
            core.help();
        }
        holds.pass();
        var told = alarm.published();
        if (told != null) {
            post(new Input.PublisherHeld(id));
            var agreed = session;
            if (agreed != null && agreed.blockedNotify()) {
                offer(new Outbound.Told(0, told));
                wake();
            }
        }
        alarm.pass();
        postQuietly(new Input.FromClient(id, channel, publish.with(around.bodies().apply(publish.body()))));
    }

    void tuned(int frameMax, int heartbeat) throws IOException {
        socket.readTimeout(2000 * heartbeat); // RabbitMQ gives up after two intervals
        writer.heartbeat(heartbeat);
        offer(new Outbound.FrameMax(frameMax));
    }

    void open(int number) throws ConnectionError, InterruptedException {
        var agreed = session;
        var max = agreed == null ? 0 : agreed.channelMax();
        if (channels.count() >= max) {
            throw new ConnectionError(ReplyCode.NOT_ALLOWED, "number of channels opened (" + channels.count()
                    + ") has reached the negotiated channel_max (" + max + ")");
        }
        if (agreed != null
                && asked(new AdminCommand.OpenChannel(agreed.user())) instanceof AdminReply.Refused refused) {
            throw new ConnectionError(ReplyCode.NOT_ALLOWED, refused.text());
        }
        channels.add(new DoorChannel(number, settings().bodyMax()));
        post(new Input.ChannelOpened(id, number));
        reply(number, new AMQImpl.Channel.OpenOk(LongStringHelper.asLongString("")));
    }

    /// Null when the node ends meanwhile: this connection will, too.
    private @Nullable AdminReply asked(AdminCommand question) throws InterruptedException {
        try {
            return accounts().ask(question).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException _) {
            return null;
        }
    }

    void reply(int channel, Method method) {
        offer(new Outbound.Reply(channel, method));
        outgoing.wake();
    }

    void raw(byte[] bytes) {
        offer(new Outbound.Raw(bytes));
        outgoing.wake();
    }

    /// Says connection.close for a mistake of the client, after the core has heard of the end: what the connection held is free
    /// when the client knows.
    ///
    /// @return false when the connection is being closed already
    boolean fail(ConnectionError mistake) throws InterruptedException {
        if (closing) {
            return false;
        }
        around.log().error("Error on AMQP connection {}: {}", described(), mistake.text());
        core.closed(mistake.text());
        close(mistake.code().number(), mistake.text(), mistake.classId(), mistake.methodId());
        return true;
    }

    void closedByClient(int code, String text) throws InterruptedException {
        core.closed("closed by the client: " + code + " " + text);
        lastWord(new Outbound.Reply(0, new AMQImpl.Connection.CloseOk()));
    }

    /// A client's connection.close that crossed ours.
    void crossedClose() {
        outgoing.offerAfterLast(new Outbound.Reply(0, new AMQImpl.Connection.CloseOk()));
        outgoing.wake();
    }

    // The node's loop, and whoever ends things. Nothing here blocks.

    /// Takes what the core tells; it goes out at the next {@link #wake}.
    void tell(int channel, ClientEvent event) {
        if (closing) {
            return;
        }
        switch (event) {
            case ClientEvent.ConnectionFailed(var code, var text, var classId, var methodId) -> {
                around.log().error("Error on AMQP connection {}: {}", described(), text);
                close(code, text, classId, methodId);
            }
            case ClientEvent.Flow flow when channel == 0 -> {
                var agreed = session;
                var told = alarm.turn(flow);
                offerTold(0, agreed != null && agreed.blockedNotify() ? told : null);
            }
            case ClientEvent.Flow flow -> {
                var agreed = session;
                offerTold(0, holds.on(channel, flow, agreed != null && agreed.blockedNotify()));
            }
            case ClientEvent.ChannelFailed failed -> {
                around.log().error("Channel error on connection {}, channel {}: {}", described(), channel,
                        failed.replyText());
                offerTold(0, holds.release(channel));
                offerTold(channel, channels.admit(channel, failed));
            }
            case ClientEvent.ChannelClosed closed -> {
                offerTold(0, holds.release(channel));
                offerTold(channel, channels.admit(channel, closed));
            }
            default -> offerTold(channel, channels.admit(channel, event));
        }
    }

    void wake() {
        writer.wake();
    }

    /// The node wants to be rid of all its clients. One that is not through the handshake is just cut off.
    void closeForced(int code, String text) {
        if (session == null) {
            breakOff(text);
        } else if (!closing) {
            close(code, text, 0, 0);
        }
    }

    /// Says connection.close; the answer is awaited no longer than the settings say.
    private void close(int code, String text, int classId, int methodId) {
        lastWord(new Outbound.Told(0, new ClientEvent.ConnectionFailed(code, text, classId, methodId)));
    }

    void checkDeadline(long now) {
        var due = deadline;
        if (due != null && now - due.nanos() > 0) {
            breakOff(due.reason());
        }
    }

    /// Ends the connection without a word to the client.
    void breakOff(String reason) {
        brokenBy(reason);
        holds.open();
        alarm.open();
        socket.close();
    }

    /// As {@link #breakOff}, and the core hears nothing of it.
    void kill() {
        core.silence();
        socket.close();
        holds.open();
        alarm.open();
        reader.interrupt();
        writer.interrupt();
    }

    /// @return whether it ended in that time
    boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    private void lastWord(Outbound word) {
        closing = true;
        deadline = new Deadline(System.nanoTime() + settings().closeTimeout().toNanos(),
                "no answer to connection.close");
        outgoing.offerLast(word);
        outgoing.wake();
        holds.open();
        alarm.open();
    }

    private void offerTold(int channel, @Nullable ClientEvent event) {
        if (event != null) {
            offer(new Outbound.Told(channel, event));
        }
    }

    private void offer(Outbound item) {
        if (!outgoing.offer(item)) {
            breakOff("client does not read: " + outgoing.bytes() + " bytes wait, the limit is "
                    + settings().outgoingMax());
        }
    }

    private String described() {
        var agreed = session;
        return "<" + id + "> (" + endpoints
                + (agreed == null ? "" : ", vhost: '" + agreed.virtualHost() + "', user: '" + agreed.user() + "'")
                + ")";
    }
}
