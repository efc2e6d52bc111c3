package mirrorlab.station;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.amqp.MethodsContract;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/// Exchanges, bindings and transactions at a whole node.
class StationMethodsTest extends MethodsContract {
    @TempDir
    static Path folder;

    private static Station station;

    @BeforeAll
    static void start() throws Exception {
        int networkPort;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            networkPort = socket.getLocalPort();
        }
        var name = NodeName.of("rabbit1");
        station = Station
                .start(new NodeConfig(name, "disc", List.of(new NodeConfig.Member(name, "disc", networkPort)), 0, 0,
                        "secret", folder, Map.of(), 1), line -> {});
    }

    @AfterAll
    static void kill() {
        station.kill();
    }

    @Override
    protected int port() throws Exception {
        return station.serving().get(30, TimeUnit.SECONDS).amqpPort();
    }
}
