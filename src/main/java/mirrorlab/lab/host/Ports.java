package mirrorlab.lab.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Finds ports that nobody uses, outside the range from which systems take ports for outgoing connections, so that a
/// node that is down keeps its ports. Until it is closed no other lab of this user is given one of them ({@link PortLocks}).
final class Ports implements AutoCloseable {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 31_000;
    private final List<Integer> given = new ArrayList<>();
    private int next = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);

    /// A port on loopback that is free now and was not given out before.
    synchronized int free() throws IOException {
        for (int tries = 0; tries < HIGHEST - LOWEST; tries++) {
            next = next == HIGHEST ? LOWEST : next + 1;
            if (PortLocks.take(next)) {
                if (isFree(next)) {
                    given.add(next);
                    return next;
                }
                PortLocks.release(next);
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

    /// They may be used again.
    @Override
    public synchronized void close() {
        given.forEach(PortLocks::release);
        given.clear();
    }
}
