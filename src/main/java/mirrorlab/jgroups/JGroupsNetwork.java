package mirrorlab.jgroups;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.node.LinkFault;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.NodeName;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The network of one node over JGroups on loopback. Also stands in for what happens to a whole process when the node
/// is embedded: `freeze` and `thaw` (SIGSTOP, SIGCONT), `crash` (SIGKILL).
///
/// A cut ends the link at the node that is told, at once. Its peer is told with a farewell when only the incoming
/// direction is cut, and otherwise notices that it hears nothing any more. Until `heal`, this node neither greets the
/// peer nor answers it.
public final class JGroupsNetwork implements Network {
    private static final Logger LOG = LoggerFactory.getLogger(JGroupsNetwork.class);
    /// Of a cluster; a greeting from outside cannot use up memory.
    private static final int MOST_PEERS = 64;
    private static final Duration FAREWELL = Duration.ofMillis(200);

    private final NodeName self;
    private final long incarnation;
    private final Map<NodeName, Integer> ports;
    private final Tuning tuning;
    private final Stack stack;
    private final int port;
    private final AtomicLong numbers = new AtomicLong(firstNumber());
    /// Nodes that joined later come to it while others are asked for.
    private final Map<NodeName, Peer> peers = new ConcurrentHashMap<>();
    private final Map<Integer, Peer> byPort = new ConcurrentHashMap<>();
    private final Map<Address, Peer> byAddress = new ConcurrentHashMap<>();
    private volatile Runnable idle = () -> {};
    private volatile @Nullable Listener listener;
    private volatile boolean started;
    private volatile boolean left;

    /// @param incarnation
    ///            higher at each start of this node
    /// @param ports
    ///            every node's port, this node's included; the order is that of the cluster's file
    public JGroupsNetwork(NodeName self, long incarnation, Map<NodeName, Integer> ports, Tuning tuning) {
        this.self = self;
        this.incarnation = incarnation;
        this.ports = new LinkedHashMap<>(ports);
        this.tuning = tuning;
        Integer port = ports.get(self);
        if (port == null) {
            throw new IllegalArgumentException("the ports " + ports + " name no port for this node, " + self);
        }
        this.port = port;
        this.stack = new Stack(self, port, this.ports.values(), tuning, new Ear());
    }

    @Override
    public void start(Listener told) {
        listener = told;
        idle = told::idle;
        ports.forEach((name, its) -> {
            if (!name.equals(self)) {
                known(name, its, told);
            }
        });
        started = true;
        stack.transport().onClosed(closed -> {
            Peer peer = byPort.get(closed);
            if (peer != null) {
                peer.socketClosed();
            }
        });
        stack.open();
        peers.values().forEach(Peer::start);
    }

    private Peer known(NodeName name, int its, Listener told) {
        Peer peer = new Peer(self, incarnation, port, name, its, tuning, stack, told, numbers);
        peers.put(name, peer);
        byPort.put(its, peer);
        return peer;
    }

    /// A node greets that was not there when this one started: it was added to the cluster.
    private synchronized @Nullable Peer greeted(Packet.Greeting greeting) {
        Peer peer = peers.get(greeting.name());
        Listener told = listener;
        if (peer == null && told != null && !left && !greeting.name().equals(self) && peers.size() < MOST_PEERS) {
            peer = known(greeting.name(), greeting.port(), told);
            peer.start();
        }
        // a node of another lab, which greets a port that was one of its own: it has the same name and lives elsewhere
        return peer != null && peer.listensAt(greeting.port()) ? peer : null;
    }

    /// A peer that still greets an earlier life of this node names that one's link. Were that this life's, too, this node would
    /// take itself for linked and greet no more, and the peer would never know who beats.
    private static long firstNumber() {
        return ThreadLocalRandom.current().nextLong(1L << 40) << 20;
    }

    @Override
    public void send(NodeName peer, long link, byte[] frame) {
        peer(peer).send(link, frame);
    }

    @Override
    public List<NodeName> peers() {
        return peers.keySet().stream().sorted().toList();
    }

    @Override
    public void cut(NodeName peer, boolean incoming, boolean outgoing) {
        peer(peer).cut(incoming, outgoing);
    }

    @Override
    public void disturb(NodeName peer, LinkFault fault) {
        peer(peer).disturb(fault);
    }

    @Override
    public void heal(NodeName peer) {
        peer(peer).heal();
    }

    private Peer peer(NodeName name) {
        Peer peer = peers.get(name);
        if (peer == null) {
            throw new IllegalArgumentException(
                    started
                            ? name + " is not a peer of " + self + "; its peers are " + peers()
                            : "the network of " + self + " was not started");
        }
        return peer;
    }

    /// Nothing is reported after this was called.
    @Override
    public void close() {
        left = true;
        peers.values().forEach(Peer::leave);
        try {
            for (Peer peer : peers.values()) {
                peer.awaitParting(FAREWELL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stack.close();
    }

    /// Ends like a process that was killed: sockets close, nothing is said. Nothing is reported after this was called.
    public void crash() {
        left = true;
        peers.values().forEach(Peer::abandon);
        stack.sever();
    }

    /// Neither sends nor receives nor notices anything until `thaw`, like a process that was stopped.
    public void freeze() {
        stack.transport().freeze();
    }

    public void thaw() {
        stack.transport().thaw();
    }

    /// What JGroups tells.
    private final class Ear implements Receiver {
        @Override
        public void receive(Message message) {
            Address from = message.getSrc();
            if (!started || from == null || !message.hasArray()) {
                return;
            }
            try {
                Packet packet = Packet.decode(message.getArray(), message.getOffset(), message.getLength());
                Peer peer = packet instanceof Packet.Greeting greeting
                        ? greeted(greeting)
                        : byAddress.get(from);
                if (peer != null) {
                    byAddress.putIfAbsent(from, peer);
                    peer.receive(from, message.getLength(), packet);
                    idle.run();
                }
            } catch (MalformedPacketException e) {
                LOG.warn("{}: from {}: {}", self, from, e.getMessage());
                Peer peer = byAddress.get(from);
                if (peer != null) {
                    peer.malformed(from, e);
                }
            }
        }

        /// A view decides nothing; it says that it is worth to greet now.
        @Override
        public void viewAccepted(View view) {
            if (started) {
                peers.values().forEach(Peer::look);
            }
        }
    }
}
