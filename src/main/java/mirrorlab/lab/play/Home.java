package mirrorlab.lab.play;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.lab.clients.LabClient.Standing;
import mirrorlab.lab.clients.LabClient.State;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Where one client of the lab is connected, and how it finds another node when that connection is lost. What it sees is
/// told to the recording.
final class Home {
    private static final double PATIENCE = 5;
    private static final long BETWEEN_TRIES_NANOS = 250_000_000;
    private final Stage stage;
    private final String client;
    private final String vhost;
    private final String purpose;
    private final Pause pause;
    private NodeName node;
    private State state = State.RUNNING;
    private String saw = "";
    private long losses;

    /// What makes a fresh connection useful to its client.
    @FunctionalInterface
    interface Attaching {
        void to(Link link) throws StepFault;
    }

    /// @param purpose
    ///            the connection's name, such as `publisher p1`
    Home(Stage stage, String client, String vhost, String purpose, Pause pause, NodeName node) {
        this.stage = stage;
        this.client = client;
        this.vhost = vhost;
        this.purpose = purpose;
        this.pause = pause;
        this.node = node;
    }

    Link open(double seconds) throws StepFault {
        return stage.open(node(), vhost, purpose, seconds);
    }

    synchronized NodeName node() {
        return node;
    }

    synchronized void move(NodeName to) {
        node = to;
    }

    synchronized Standing standing() {
        State now = state == State.RUNNING && pause.isPaused() ? State.PAUSED : state;
        return new Standing(now, node.shortName(), saw, losses);
    }

    /// The connection is gone although nobody wanted that.
    void lost(StepFault fault) {
        String words = String.valueOf(fault.getMessage());
        synchronized (this) {
            saw = words;
            losses++;
            state = State.ENDED;
        }
        tell("lost", words);
    }

    void cancelled(boolean byNode) {
        synchronized (this) {
            state = State.CANCELLED;
            saw = byNode ? "basic.cancel" : saw;
        }
        if (byNode) {
            tell("cancelled", "");
        }
    }

    synchronized void ended(StepFault fault) {
        saw = String.valueOf(fault.getMessage());
        state = State.ENDED;
    }

    /// Tries the running nodes in turn, another one than the last first when that is `elsewhere`, until one takes it.
    ///
    /// @return null when the client was stopped
    @Nullable
    Link find(boolean elsewhere, Attaching attaching) throws InterruptedException {
        synchronized (this) {
            state = State.RECONNECTING;
        }
        do {
            for (NodeName each : inTurn(elsewhere)) {
                try {
                    Link link = stage.open(each, vhost, purpose, PATIENCE);
                    try {
                        attaching.to(link);
                    } catch (StepFault fault) {
                        link.abort();
                        throw fault;
                    }
                    settled(each);
                    return link;
                } catch (StepFault fault) {
                    synchronized (this) {
                        saw = String.valueOf(fault.getMessage());
                    }
                }
                if (pause.isStopped()) {
                    return null;
                }
            }
        } while (pause.await(BETWEEN_TRIES_NANOS));
        return null;
    }

    private void settled(NodeName at) {
        synchronized (this) {
            node = at;
            state = State.RUNNING;
        }
        tell("connected", "");
    }

    private List<NodeName> inTurn(boolean elsewhere) {
        List<NodeName> nodes = new ArrayList<>(stage.cluster().running());
        NodeName last = node();
        if (nodes.remove(last)) {
            nodes.add(elsewhere ? nodes.size() : 0, last);
        }
        return nodes;
    }

    private void tell(String what, String words) {
        stage.tell(new Happening.ClientSaw(client, what, node().shortName(), words));
    }
}
