package mirrorlab.lab.play;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One client connection of the lab with one channel. Every call has a deadline; a connection that did not answer in
/// time is dropped.
final class Link implements AutoCloseable {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final int ABORT_MILLIS = 500;

    private final NodeName node;
    private final String name;
    private final Connection connection;
    private final Channel channel;
    private long published;
    private @Nullable ChannelId channelId;

    private Link(NodeName node, String name, Connection connection, Channel channel) {
        this.node = node;
        this.name = name;
        this.connection = connection;
        this.channel = channel;
    }

    /// @param purpose
    ///            a word for the connection's name, which is unique within the lab
    /// @param seconds
    ///            until the attempt counts as timed out
    static Link open(NodeName node, int port, String vhost, String purpose, double seconds) throws StepFault {
        String name = "lab " + purpose + " " + NUMBERS.incrementAndGet();
        ConnectionFactory factory = new ConnectionFactory();
        factory.setVirtualHost(vhost);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setChannelRpcTimeout(0);
        // the library waits half of it for each part of the handshake
        factory.setHandshakeTimeout(Math.max(2, (int) (seconds * 2000)));
        factory.setConnectionTimeout(Math.max(1, (int) (seconds * 1000)));
        factory.setThreadFactory(Thread.ofVirtual().name("lab-client-", 0).factory());
        return within(seconds, () -> {
            Connection connection = factory.newConnection(List.of(new Address("127.0.0.1", port)), name);
            try {
                return new Link(node, name, connection, connection.createChannel());
            } catch (Exception e) {
                connection.abort(ABORT_MILLIS);
                throw e;
            }
        });
    }

    NodeName node() {
        return node;
    }

    String name() {
        return name;
    }

    Connection connection() {
        return connection;
    }

    Channel channel() {
        return channel;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /// The cluster's name of the channel, once it is known.
    synchronized @Nullable ChannelId channelId() {
        return channelId;
    }

    synchronized void channelId(@Nullable ChannelId known) {
        channelId = known;
    }

    /// Takes the next `count` publish sequence numbers of the channel (P-05).
    ///
    /// @return the first of them
    synchronized long takeSequences(long count) {
        long first = published + 1;
        published += count;
        return first;
    }

    /// The last `count` of them were not used.
    synchronized void giveBackSequences(long count) {
        published -= count;
    }

    /// Calls the client library, at most so long.
    <T> T ask(double seconds, Callable<T> call) throws StepFault {
        return ask(seconds, () -> 0, call);
    }

    /// Calls the client library, and waits at most so long for each answer.
    ///
    /// @param answers
    ///            how many have come so far
    <T> T ask(double seconds, LongSupplier answers, Callable<T> call) throws StepFault {
        try {
            return within(seconds, answers, call);
        } catch (StepFault fault) {
            if (fault.error().path("kind").asText().equals("timeout")) {
                abort();
            }
            throw fault;
        }
    }

    private static <T> T within(double seconds, Callable<T> call) throws StepFault {
        return within(seconds, () -> 0, call);
    }

    private static <T> T within(double seconds, LongSupplier answers, Callable<T> call) throws StepFault {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread asking = Thread.ofVirtual().name("lab-call").start(() -> {
            try {
                answer.complete(call.call());
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            while (true) {
                long before = answers.getAsLong();
                try {
                    return answer.get((long) (seconds * 1000), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (answers.getAsLong() == before) {
                        throw e;
                    }
                }
            }
        } catch (ExecutionException e) {
            throw ClientFaults.of(e.getCause(), seconds);
        } catch (TimeoutException e) {
            asking.interrupt();
            throw StepFault.timeout(seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StepFault.notPossible("closing");
        }
    }

    /// Lets the connection go without waiting for the node's answer.
    void abort() {
        Thread.ofVirtual().name("lab-abort").start(() -> connection.abort(ABORT_MILLIS));
    }

    /// Closes in good order; gives up when the node does not answer.
    @Override
    public void close() {
        if (connection.isOpen()) {
            try {
                within(2, () -> {
                    connection.close(2000);
                    return true;
                });
            } catch (StepFault e) {
                abort();
            }
        }
    }
}
