package mirrorlab.station;

import java.nio.file.Path;
import mirrorlab.amqp.AmqpContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// The AMQP contract at a whole node.
class StationAmqpTest extends AmqpContract {
    @TempDir
    static Path folder;

    private static OneNode node;

    @BeforeAll
    static void start() throws Exception {
        node = OneNode.start(folder);
    }

    @AfterAll
    static void kill() {
        node.close();
    }

    @Override
    protected int port() {
        return node.amqpPort();
    }
}
