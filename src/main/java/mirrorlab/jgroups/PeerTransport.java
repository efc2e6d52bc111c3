package mirrorlab.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.LazyThreadFactory;

/// JGroups' TCP as pairs of nodes need it: no view closes a connection, a closed connection is told at once, a peer
/// that is not there is no news, and the whole transport can be frozen (as SIGSTOP does) or severed (as SIGKILL does).
///
/// What may wait for a slow peer is written by a thread of that peer's, so that a frozen one stalls nobody. What surely
/// finds room in the socket's buffers is written by who sends it ({@link #AT_ONCE}), which saves two changes of threads.
public final class PeerTransport extends TCP {
    /// Bound while something is sent that does not wait: so little is on the way to that peer that the system takes it.
    static final ScopedValue<Boolean> AT_ONCE = ScopedValue.newInstance();
    /// Messages that may wait for one peer's writer; more are dropped, and repeated by who wants them to arrive.
    private static final int MAXIMUM_QUEUE = 2_048;
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final Map<Address, ThreadPoolExecutor> writers = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> reachable = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile IntConsumer closedPorts = _ -> {};
    private volatile boolean frozen;
    private volatile boolean severed;

    /// @param listener
    ///            gets a peer's port when the last connection with it has closed
    void onClosed(IntConsumer listener) {
        closedPorts = listener;
    }

    /// Completes when peers can connect.
    CompletableFuture<Void> reachable() {
        return reachable;
    }

    /// Its threads are the system's own, so that nobody's busy virtual threads can keep a heartbeat waiting,
    /// and daemons.
    @Override
    public void init() throws Exception {
        setThreadFactory(new LazyThreadFactory("jgroups", true, true).useVThreads(false));
        super.init();
    }

    @Override
    protected void handleConnect() throws Exception {
        super.handleConnect();
        reachable.complete(null);
    }

    @Override
    protected void handleDisconnect() {
        breakConnections();
        super.handleDisconnect();
        writers.values().forEach(ThreadPoolExecutor::shutdownNow);
    }

    @Override
    public void retainAll(Collection<Address> members) {
        // a view says nothing about this pair
    }

    @Override
    public void send(Address destination, byte[] bytes, int offset, int length) {
        if (AT_ONCE.orElse(false)) {
            write(destination, bytes, offset, length);
        } else {
            byte[] kept = Arrays.copyOfRange(bytes, offset, offset + length); // the buffer is used again
            writers.computeIfAbsent(destination, this::writer).execute(() -> write(destination, kept, 0, length));
        }
    }

    private ThreadPoolExecutor writer(Address destination) {
        ThreadPoolExecutor writer = new ThreadPoolExecutor(1, 1, IDLE.toMillis(), TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(MAXIMUM_QUEUE),
                Thread.ofPlatform().daemon().name("sender to " + destination).factory(),
                new ThreadPoolExecutor.DiscardPolicy());
        writer.allowCoreThreadTimeOut(true);
        return writer;
    }

    private void write(Address destination, byte[] bytes, int offset, int length) {
        if (!pass()) {
            return;
        }
        try {
            super.send(destination, bytes, offset, length);
        } catch (Exception e) {
            log.debug("%s is not there: %s", destination, e);
        }
    }

    /// Reads the whole message first, so that one that makes no sense does not put the stream out of step.
    @Override
    public void receive(Address sender, DataInput in, int length) throws Exception {
        if (length < 0 || !pass()) {
            throw new IOException("a message of " + length + " bytes from " + sender + " is not read");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        receive(sender, bytes, 0, length);
    }

    @Override
    public void connectionClosed(Connection connection) {
        if (pass()
                && connection.peerAddress() instanceof IpAddress address
                && !srv.connectionEstablishedTo(address)) {
            closedPorts.accept(address.getPort());
            super.connectionClosed(connection);
        }
    }

    /// Neither frozen nor severed.
    boolean isOpen() {
        return !frozen && !severed;
    }

    /// Returns at once, unless frozen: then after `thaw` or `sever`. False when severed.
    boolean pass() {
        if (frozen) {
            lock.lock();
            try {
                while (frozen && !severed) {
                    changed.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
            }
        }
        return !severed;
    }

    void freeze() {
        turn(true, severed);
    }

    void thaw() {
        turn(false, severed);
    }

    /// Closes every socket at once, as the death of the process would.
    void sever() {
        turn(false, true);
        if (srv != null) {
            breakConnections();
            srv.stop();
        }
        writers.values().forEach(ThreadPoolExecutor::shutdownNow);
    }

    /// Closes each socket first, because a frozen peer can block the farewell that an orderly close writes; then
    /// the rest.
    private void breakConnections() {
        srv.forAllConnections((address, connection) -> {
            try {
                connection.close(false);
                connection.close();
            } catch (IOException e) {
                log.debug("the connection with %s was closed already: %s", address, e);
            }
        });
    }

    private void turn(boolean nowFrozen, boolean nowSevered) {
        lock.lock();
        try {
            frozen = nowFrozen;
            severed = nowSevered;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
