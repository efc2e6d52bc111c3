package mirrorlab.station;

import java.nio.file.Path;
import mirrorlab.amqp.MethodsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// Exchanges, bindings and transactions at a whole node.
class StationMethodsTest extends MethodsContract {
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
