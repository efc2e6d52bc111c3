package mirrorlab.lab.bench;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;

/// The backlog that is to be synchronised: a durable queue, filled with persistent messages of 12 bytes.
final class SyncLoad {
    static final String QUEUE = "sync.bench";
    private static final int SIZE = 12;
    private static final int UNCONFIRMED = 5_000;
    private static final long CONFIRMED_WITHIN_MILLIS = 120_000;

    private SyncLoad() {}

    /// Returns when all are confirmed.
    ///
    /// @throws IOException
    ///             the connection broke, a message was refused, or no confirm came in time
    static void fill(Connection connection, int messages) throws IOException, InterruptedException {
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        byte[] body = new byte[SIZE];
        Arrays.fill(body, (byte) '.');
        try {
            for (int number = 1; number <= messages; number++) {
                channel.basicPublish("", QUEUE, MessageProperties.MINIMAL_PERSISTENT_BASIC, body);
                if (number % UNCONFIRMED == 0 || number == messages) {
                    channel.waitForConfirmsOrDie(CONFIRMED_WITHIN_MILLIS);
                }
            }
        } catch (TimeoutException e) {
            throw new IOException("no confirm came within " + CONFIRMED_WITHIN_MILLIS / 1000 + " s", e);
        }
    }
}
