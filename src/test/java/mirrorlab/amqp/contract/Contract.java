package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownNotifier;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What every test of the contract has: a broker, a channel of its own to it, fresh names, and an end that leaves nothing
/// behind. Absence is never waited for: a test asks for something that would come later.
@ParameterizedClass(name = "on {0}", autoCloseArguments = false)
@ArgumentsSource(Brokers.class)
@ExtendWith(NotYetRule.class)
abstract class Contract {
    private static final int TROUBLE_SECONDS = 1;

    @Parameter
    Broker broker;

    Channel channel;
    private int patience = Integer.getInteger("contract.patience", 100);
    private boolean troubled;
    private final Deque<Cleaning> cleanings = new ArrayDeque<>();

    interface Cleaning {
        void clean() throws Exception;
    }

    interface Call {
        void call() throws Exception;
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    @BeforeEach
    void openChannel() throws Exception {
        channel = broker.connection().createChannel();
    }

    @AfterEach
    void clean() throws Exception {
        channel.abort();
        while (!cleanings.isEmpty()) {
            try {
                cleanings.pop().clean();
            } catch (IOException | AssertionError | ShutdownSignalException e) {
                if (!troubled) {
                    throw e;
                }
            }
        }
    }

    /// Somebody who expects this test to fail does not want to wait for it for long.
    void expectTrouble() {
        patience = TROUBLE_SECONDS;
        troubled = true;
    }

    int patience() {
        return patience;
    }

    void afterwards(Cleaning cleaning) {
        cleanings.push(cleaning);
    }

    /// A channel of a second connection, at another node where there is one.
    Channel otherChannel() throws Exception {
        Channel other = broker.other().createChannel();
        afterwards(other::abort);
        return other;
    }

    Channel anotherChannel() throws Exception {
        Channel another = broker.connection().createChannel();
        afterwards(another::abort);
        return another;
    }

    /// A connection of this test alone.
    Connection connect() throws Exception {
        Connection own = broker.connect();
        afterwards(() -> own.abort(1000));
        return own;
    }

    String queue() throws Exception {
        return queue(Map.of());
    }

    /// A transient queue with these arguments; on three nodes its master is not at the node of {@link #channel}.
    String queue(Map<String, Object> arguments) throws Exception {
        String name = queueName();
        Channel declaring = broker.declaring().createChannel();
        declaring.queueDeclare(name, false, false, false, arguments);
        declaring.close();
        return name;
    }

    /// A name whose queue is deleted at the end, if there is one.
    String queueName() {
        String name = Broker.freshName("q");
        afterwards(() -> onFresh(fresh -> fresh.queueDelete(name)));
        return name;
    }

    String exchange(String type) throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, type, false, false, Map.of());
        return name;
    }

    String exchangeName() {
        String name = Broker.freshName("x");
        afterwards(() -> onFresh(fresh -> fresh.exchangeDelete(name)));
        return name;
    }

    private interface OnChannel {
        void on(Channel channel) throws IOException;
    }

    private void onFresh(OnChannel work) throws Exception {
        Channel fresh = broker.connection().createChannel();
        try {
            work.on(fresh);
        } finally {
            fresh.abort();
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// Publishes through the default exchange and waits until the queue has them.
    void put(String queue, String... bodies) throws Exception {
        put(queue, new AMQP.BasicProperties(), bodies);
    }

    void put(String queue, AMQP.BasicProperties properties, String... bodies) throws Exception {
        send("", queue, properties, bodies);
    }

    /// Publishes with confirms on a channel of its own, so that all is where it belongs afterwards.
    void send(String exchange, String key, AMQP.BasicProperties properties, String... bodies) throws Exception {
        Channel publishing = broker.connection().createChannel();
        publishing.confirmSelect();
        for (String each : bodies) {
            publishing.basicPublish(exchange, key, properties, bytes(each));
        }
        publishing.waitForConfirms(patience * 1000L);
        publishing.close();
    }

    /// The next message, awaited; it is acknowledged.
    GetResponse take(String queue) throws Exception {
        return takeFrom(channel, queue);
    }

    GetResponse takeFrom(Channel from, String queue) throws Exception {
        List<GetResponse> got = new ArrayList<>();
        await("a message in " + queue, () -> {
            GetResponse next = from.basicGet(queue, true);
            if (next != null) {
                got.add(next);
            }
            return next != null;
        });
        return got.getFirst();
    }

    /// Everything that is ready, acknowledged.
    List<String> drain(String queue) throws Exception {
        List<String> bodies = new ArrayList<>();
        for (GetResponse next = channel.basicGet(queue, true); next != null; next = channel.basicGet(queue, true)) {
            bodies.add(text(next.getBody()));
        }
        return bodies;
    }

    int ready(String queue) throws Exception {
        return channel.queueDeclarePassive(queue).getMessageCount();
    }

    int consumers(String queue) throws Exception {
        return channel.queueDeclarePassive(queue).getConsumerCount();
    }

    void awaitReady(String queue, int count) throws Exception {
        await(count + " ready in " + queue, () -> ready(queue) == count);
    }

    /// Asks again and again; each question goes through the door.
    void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(patience);
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                fail("within " + patience + " s there was no " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3));
        }
    }

    <T> T await(CompletableFuture<T> future) throws Exception {
        return future.get(patience, TimeUnit.SECONDS);
    }

    /// How the call ended the channel: `404 NOT_FOUND - no queue 'q' in vhost '/' (50,10)`.
    String channelError(Channel on, Call call) throws Exception {
        ShutdownSignalException signal = end(on, call);
        assertThat(signal.isHardError()).as("the connection ended: " + signal.getMessage()).isFalse();
        assertThat(on.getConnection().isOpen()).as("the connection is open").isTrue();
        AMQP.Channel.Close close = (AMQP.Channel.Close) signal.getReason();
        return close.getReplyCode() + " " + close.getReplyText() + " (" + close.getClassId() + "," + close.getMethodId()
                + ")";
    }

    String channelError(Call call) throws Exception {
        return channelError(channel, call);
    }

    /// How the call ended the connection.
    String connectionError(Connection connection, Call call) throws Exception {
        ShutdownSignalException signal = end(connection, call);
        assertThat(signal.isHardError()).as("only the channel ended: " + signal.getMessage()).isTrue();
        if (!(signal.getReason() instanceof AMQP.Connection.Close close)) {
            return "closed without a word: " + signal.getMessage();
        }
        return close.getReplyCode() + " " + close.getReplyText() + " (" + close.getClassId() + "," + close.getMethodId()
                + ")";
    }

    private ShutdownSignalException end(ShutdownNotifier what, Call call) throws Exception {
        CompletableFuture<ShutdownSignalException> ended = new CompletableFuture<>();
        what.addShutdownListener(ended::complete);
        try {
            call.call();
        } catch (ShutdownSignalException | IOException e) {
            // the listener hears the reason
        }
        return await(ended);
    }
}
