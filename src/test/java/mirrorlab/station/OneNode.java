package mirrorlab.station;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.vocabulary.NodeName;

/// A whole node that is alone in its cluster, for tests at its doors.
public final class OneNode implements AutoCloseable {
    private static final int PATIENCE = 60;
    private final Station station;
    private final Station.Serving serving;

    private OneNode(Station station) throws Exception {
        this.station = station;
        serving = station.serving().get(PATIENCE, TimeUnit.SECONDS);
    }

    /// Serves when this returns.
    public static OneNode start(Path folder) throws Exception {
        return start(folder, Map.of());
    }

    /// @param settings
    ///            those of the broker that are not as usual
    static OneNode start(Path folder, Map<String, Object> settings) throws Exception {
        NodeName name = NodeName.of("rabbit1");
        return new OneNode(Station.start(new NodeConfig(name, "disc",
                List.of(new NodeConfig.Member(name, "disc", freePort())), 0, 0, "secret", folder, settings, 1),
                line -> {}));
    }

    static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public int amqpPort() {
        return serving.amqpPort();
    }

    int httpPort() {
        return serving.httpPort();
    }

    @Override
    public void close() {
        station.kill();
    }
}
