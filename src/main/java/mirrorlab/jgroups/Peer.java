package mirrorlab.jgroups;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import mirrorlab.node.LinkFault;
import mirrorlab.node.Network.Listener;
import mirrorlab.vocabulary.NodeName;
import org.jgroups.Address;
import org.jgroups.stack.IpAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One peer as this node sees it: a link or none, and the thread that greets, sends, beats and looks whether it is
/// still heard. Everything the listener is told about this peer is told under one lock, so nothing of a link can come
/// after its end.
final class Peer {
    private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

    /// Who greeted last: an address stands for one life of the peer's process.
    private record Greeter(Address address, long incarnation, long number) {
        /// Whether a greeting is older than this one; numbers and incarnations only grow.
        boolean isNewerThan(Address other, Packet.Greeting greeting) {
            return address.equals(other) ? greeting.from() < number : greeting.incarnation() < incarnation;
        }
    }

    private final NodeName self;
    private final long incarnation;
    private final int ownPort;
    private final NodeName name;
    private final IpAddress address;
    private final Tuning tuning;
    private final Stack stack;
    private final Listener listener;
    private final AtomicLong numbers;
    private final Outbox outbox;
    private final Wire wire = new Wire();
    private final Thread thread;
    private final CountDownLatch parted = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    /// Held while an old connection is forgotten, and from taking letters to having sent them.
    private final ReentrantLock transmission = new ReentrantLock();
    /// The number of the link, or of the next one.
    private long ours;
    private boolean linked;
    private @Nullable Greeter greeter;
    private boolean cut;
    private boolean outgoingCut;
    private boolean closed;
    private long lastHeard;
    /// When this peer's thread has its next turn.
    private long turn = System.nanoTime();
    /// Some heartbeats are missing.
    private boolean suspected;
    private long nextGreeting = System.nanoTime();
    private long nextBeat;
    private long received;
    private long beaten;
    private long receivedBytes;
    /// Whose unacknowledged packets need not be repeated any more.
    private final AtomicReference<@Nullable Address> forgotten = new AtomicReference<>();

    /// @param ownPort
    ///            where this node can be reached, `port` where the peer can
    Peer(NodeName self, long incarnation, int ownPort, NodeName name, int port, Tuning tuning, Stack stack,
            Listener listener,
            AtomicLong numbers) {
        this.self = self;
        this.incarnation = incarnation;
        this.ownPort = ownPort;
        this.name = name;
        this.address = Stack.address(port);
        this.tuning = tuning;
        this.stack = stack;
        this.listener = listener;
        this.numbers = numbers;
        this.ours = numbers.incrementAndGet();
        this.outbox = new Outbox(tuning.maximumWaiting());
        this.thread = Thread.ofPlatform().daemon().name("node-" + self.shortName() + "-to-" + name.shortName())
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    boolean listensAt(int port) {
        return address.getPort() == port;
    }

    /// Sends at once, without a change of threads, unless the sender thread is at it or has to wait: then that sends this, too.
    void send(long link, byte[] frame) {
        outbox.add(link, frame);
        if (!transmitted() || outbox.overflowed() || !wire.isClear()) {
            outbox.wake();
        }
    }

    /// @return false when the sender thread has to do it
    private boolean transmitted() {
        if (!stack.transport().isOpen() || !transmission.tryLock()) {
            return false;
        }
        try {
            boolean mayGo = forgotten.get() == null; // nothing of a link leaves before the old connection was forgotten
            if (mayGo) {
                transmit();
            }
            return mayGo;
        } finally {
            transmission.unlock();
        }
    }

    private void transmit() {
        for (Outbox.Letter letter : wire.pass(outbox.take())) {
            stack.send(letter.address(), letter.packet().encode(), letter.reliable(), letter.atOnce());
        }
    }

    /// Something suggests that the peer is there.
    void look() {
        locked(() -> nextGreeting = System.nanoTime());
        outbox.wake();
    }

    void socketClosed() {
        locked(() -> {
            parted.countDown();
            end("its socket closed", false);
        });
    }

    void malformed(Address from, MalformedPacketException e) {
        locked(() -> {
            if (greeter != null && greeter.address().equals(from)) {
                end(String.valueOf(e.getMessage()), true);
            }
        });
    }

    void cut(boolean incoming, boolean outgoing) {
        locked(() -> {
            outgoingCut |= outgoing;
            cut |= incoming || outgoing;
            end("it was cut", !outgoingCut);
        });
    }

    void disturb(LinkFault fault) {
        wire.disturb(fault);
        outbox.wake();
    }

    void heal() {
        wire.disturb(LinkFault.NONE);
        locked(() -> {
            cut = false;
            outgoingCut = false;
        });
        look();
    }

    /// Ends the link without a word to the listener, now.
    void abandon() {
        locked(() -> {
            closed = true;
            parted.countDown();
            outbox.shut();
            outbox.close(null);
            wire.forgetLink();
            wire.close();
        });
    }

    /// Ends the link without a word to the listener, after what waits was sent.
    void leave() {
        locked(() -> {
            closed = true;
            Greeter known = greeter;
            if (linked && known != null) {
                outbox.close(new Outbox.Letter(known.address(), new Packet.Farewell(ours, known.number()), false));
            } else {
                parted.countDown();
                outbox.close(null);
            }
            wire.close();
            outbox.wake();
        });
    }

    /// Waits until the peer has answered the farewell, or the time is over.
    void awaitParting(Duration atMost) throws InterruptedException {
        parted.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    void receive(Address from, int size, Packet packet) {
        locked(() -> {
            if (closed || cut) {
                if (packet instanceof Packet.Farewell && packet.to() == ours) {
                    parted.countDown();
                }
                return;
            }
            if (packet instanceof Packet.Greeting greeting) {
                greeted(from, greeting);
            }
            Greeter known = greeter;
            if (known == null || !known.address().equals(from) || known.number() != packet.from()
                    || packet.to() != ours) {
                return;
            }
            if (!linked) {
                begin(known);
            }
            lastHeard = System.nanoTime();
            suspect(false);
            take(packet, size);
        });
    }

    private void greeted(Address from, Packet.Greeting greeting) {
        Greeter known = greeter;
        if (known != null && known.isNewerThan(from, greeting)) {
            return;
        }
        boolean same = known != null && known.address().equals(from) && known.number() == greeting.from();
        if (!same) {
            end("it begins a new link", false);
            greeter = new Greeter(from, greeting.incarnation(), greeting.from());
        }
        if (!linked || greeting.to() != ours) {
            outbox.control(address, new Packet.Greeting(ours, greeting.from(), incarnation, ownPort, self));
        } else {
            beat(); // it has not heard yet that the link is made
        }
    }

    private void begin(Greeter known) {
        linked = true;
        received = 0;
        beaten = 0;
        receivedBytes = 0;
        nextBeat = System.nanoTime() + tuning.heartbeat().toNanos();
        stack.learn(known.address(), address);
        outbox.open(new Outbox.Route(known.address(), ours, known.number()));
        listener.peerUp(name, known.incarnation(), ours);
    }

    private void take(Packet packet, int size) {
        switch (packet) {
            case Packet.Greeting _ -> {
            }
            case Packet.Beat(_, _, long seen) -> outbox.acknowledge(ours, seen);
            case Packet.Farewell _ -> end("it said farewell", true);
            case Packet.Frames(_, _, long sequence, var frames) -> {
                if (sequence != received + 1) {
                    end("packet " + sequence + " came after " + received, true);
                    return;
                }
                received = sequence;
                receivedBytes += size;
                long link = ours;
                for (byte[] frame : frames) {
                    listener.received(name, link, frame);
                    if (ours != link) {
                        return; // the listener cut it
                    }
                }
                if (received - beaten >= Outbox.WINDOW_PACKETS / 4 || receivedBytes >= Outbox.WINDOW_BYTES / 4) {
                    beat();
                }
            }
        }
    }

    private void beat() {
        Greeter known = greeter;
        if (linked && known != null) {
            beaten = received;
            receivedBytes = 0;
            nextBeat = System.nanoTime() + tuning.heartbeat().toNanos();
            outbox.control(known.address(), new Packet.Beat(ours, known.number(), received));
        }
    }

    private void end(String reason, boolean farewell) {
        if (!linked || closed) {
            return;
        }
        LOG.debug("{}: link {} with {} ended: {}", self, ours, name, reason);
        long ended = ours;
        linked = false;
        suspected = false;
        ours = numbers.incrementAndGet();
        nextGreeting = System.nanoTime();
        outbox.shut();
        wire.forgetLink();
        Greeter known = greeter;
        if (known != null) {
            forgotten.set(known.address());
        }
        if (farewell && known != null) {
            outbox.control(known.address(), new Packet.Farewell(ended, known.number()));
        }
        outbox.wake();
        listener.peerDown(name, ended);
    }

    private void run() {
        try {
            while (!(outbox.finished() && wire.isEmpty()) && stack.transport().pass()) {
                long rest = Math.min(tend(), wire.untilDue());
                turn = System.nanoTime() + rest;
                outbox.await(rest);
                transmission.lock();
                try {
                    forget();
                    transmit();
                } finally {
                    transmission.unlock();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void suspect(boolean missing) {
        if (linked && !closed && suspected != missing) {
            suspected = missing;
            listener.suspected(name, ours, missing);
        }
    }

    private void forget() {
        Address gone = forgotten.getAndSet(null);
        if (gone != null) {
            stack.forget(gone);
        }
    }

    /// Does what is due; the nanoseconds until something else is.
    private long tend() {
        lock.lock();
        try {
            long now = System.nanoTime();
            // silence while this node was not let run, or was frozen, says nothing about the peer
            lastHeard = Math.min(now, lastHeard + Math.max(0, now - turn));
            if (linked && now - lastHeard > tuning.timeout().toNanos()) {
                end("nothing was heard for " + tuning.timeout().toMillis() + " ms", true);
            } else if (linked && outbox.overflowed()) {
                end("more than " + tuning.maximumWaiting() + " bytes were waiting", true);
            }
            if (linked) {
                long untilSuspected = lastHeard + tuning.suspicion().toNanos() - now;
                if (untilSuspected < 0) {
                    suspect(true);
                }
                if (now - nextBeat >= 0) {
                    beat();
                }
                long untilEnd = lastHeard + tuning.timeout().toNanos() - now + 1;
                return Math.min(nextBeat - now, untilSuspected < 0 ? untilEnd : untilSuspected + 1);
            }
            if (now - nextGreeting >= 0) {
                nextGreeting = now + tuning.greeting().toNanos();
                if (!cut && !closed) {
                    long theirs = greeter == null ? 0 : greeter.number();
                    outbox.control(address, new Packet.Greeting(ours, theirs, incarnation, ownPort, self));
                }
            }
            return nextGreeting - now;
        } finally {
            lock.unlock();
        }
    }
}
