package mirrorlab.lab.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Finds ports that nobody uses, outside the range from which systems take ports for outgoing connections, so that a
/// node that is down keeps its ports.
final class Ports {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 31_000;
    private int next = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);

    /// A port on loopback that is free now and was not given out before.
    int free() throws IOException {
        for (int tries = 0; tries < HIGHEST - LOWEST; tries++) {
            next = next == HIGHEST ? LOWEST : next + 1;
            if (isFree(next)) {
                return next;
            }
        }
        throw new IOException("no port between " + LOWEST + " and " + HIGHEST + " is free");
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
