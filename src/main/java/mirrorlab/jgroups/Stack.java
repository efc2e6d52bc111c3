package mirrorlab.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import mirrorlab.vocabulary.NodeName;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.conf.XmlConfigurator;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.Tuple;

/// One node's JGroups channel, made from `lab-configs/stacks/tcp.xml`. It can be used as soon as its port is open; the
/// group is joined beside that, on its own thread, because joining waits for members that may not be there.
final class Stack {
    private static final String FILE = "/lab-configs/stacks/tcp.xml";
    private static final String GROUP = "mirrorlab";
    private static final String LOOPBACK = "127.0.0.1";
    private static final Logger JGROUPS = Logger.getLogger("org.jgroups");
    private static final Logger MEMBERSHIP = Logger.getLogger("org.jgroups.protocols.pbcast");
    private static final Logger SOCKETS = Logger.getLogger(PeerTransport.class.getName());

    static {
        System.setProperty("jgroups.use.jdk_logger", "true");
        JGROUPS.setLevel(Level.WARNING);
        // a slow join and a broken socket are daily life here; the links tell what matters
        MEMBERSHIP.setLevel(Level.SEVERE);
        SOCKETS.setLevel(Level.OFF);
    }

    private final NodeName self;
    private final int port;
    private final JChannel channel;
    private final PeerTransport transport;
    private final Thread joining;

    Stack(NodeName self, int port, Collection<Integer> ports, Tuning tuning, Receiver receiver) {
        this.self = self;
        this.port = port;
        try (InputStream in = Objects.requireNonNull(Stack.class.getResourceAsStream(FILE), FILE)) {
            channel = new JChannel(XmlConfigurator.getInstance(in));
        } catch (IOException e) {
            throw new IllegalStateException("the JGroups stack " + FILE + " cannot be read: " + e.getMessage(), e);
        } catch (Exception e) {
            throw new IllegalStateException("the JGroups stack " + FILE + " is wrong: " + e.getMessage(), e);
        }
        transport = (PeerTransport) channel.getProtocolStack().getTransport();
        transport.setBindPort(port);
        channel.getProtocolStack().<TCPPING>findProtocol(TCPPING.class)
                .setInitialHosts2(ports.stream().<PhysicalAddress>map(Stack::address).toList());
        channel.getProtocolStack().<FD_ALL3>findProtocol(FD_ALL3.class)
                .setTimeout(tuning.timeout().toMillis())
                .setInterval(tuning.heartbeat().toMillis());
        channel.setName(self.value());
        channel.setReceiver(receiver);
        joining = Thread.ofPlatform().daemon().name("node-" + self.shortName() + "-join").unstarted(this::join);
    }

    static IpAddress address(int port) {
        try {
            return new IpAddress(InetAddress.getByAddress(new byte[]{127, 0, 0, 1}), port);
        } catch (IOException e) {
            throw new IllegalStateException("there is no address " + LOOPBACK, e);
        }
    }

    PeerTransport transport() {
        return transport;
    }

    /// Returns when peers can connect.
    void open() {
        joining.start();
        try {
            transport.reachable().join();
        } catch (CompletionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IllegalStateException("node " + self + " cannot open port " + port + " on " + LOOPBACK
                    + " for its peers; is it in use? " + cause.getMessage(), cause);
        }
    }

    private void join() {
        try {
            channel.connect(GROUP);
        } catch (Exception e) {
            if (!transport.reachable().completeExceptionally(e)) {
                JGROUPS.log(Level.FINE, e, () -> self + " left while it joined");
            }
        }
    }

    /// Tells JGroups where a member listens.
    void learn(Address member, IpAddress address) {
        channel.down(new Event(Event.ADD_PHYSICAL_ADDRESS, new Tuple<Address, PhysicalAddress>(member, address)));
    }

    /// Stops repeating what a member has not acknowledged.
    void forget(Address member) {
        channel.getProtocolStack().<UNICAST3>findProtocol(UNICAST3.class).removeSendConnection(member);
    }

    /// @param reliable
    ///            repeated until it arrived and in order, or sent once
    /// @param atOnce
    ///            on the calling thread, which must not have to wait for it
    void send(Address to, byte[] bytes, boolean reliable, boolean atOnce) {
        Message message = new BytesMessage(to, bytes);
        if (!reliable) {
            message.setFlag(Message.Flag.NO_RELIABILITY, Message.Flag.NO_FC);
        }
        if (atOnce) {
            ScopedValue.where(PeerTransport.AT_ONCE, true).run(() -> channel.down(message));
        } else {
            channel.down(message);
        }
    }

    /// Leaves the group when it was joined; otherwise closes every socket at once.
    void close() {
        if (joining.isAlive()) {
            sever();
        } else {
            channel.close();
        }
    }

    /// Closes every socket at once; the rest is cleared away beside that.
    void sever() {
        transport.sever();
        Thread.ofVirtual().name("node-" + self.shortName() + "-sever").start(channel::close);
    }
}
