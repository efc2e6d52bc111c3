package mirrorlab.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.NodeName;

/// A node's network in a process of its own, for tests that kill or stop it: says on its output what it is told, echoes
/// every frame, and ends with its input. Arguments: own name, incarnation, then name=port of every node.
final class PeerProcess implements Network.Listener {
    private final PrintStream out;
    private final JGroupsNetwork network;

    private PeerProcess(List<String> arguments, PrintStream out) {
        this.out = out;
        Map<NodeName, Integer> ports = new LinkedHashMap<>();
        for (String port : arguments.subList(2, arguments.size())) {
            ports.put(NodeName.of(port.substring(0, port.indexOf('='))),
                    Integer.valueOf(port.substring(port.indexOf('=') + 1)));
        }
        network = new JGroupsNetwork(NodeName.of(arguments.get(0)), Long.parseLong(arguments.get(1)), ports,
                Tuning.DEFAULT);
    }

    public static void main(String[] arguments) throws IOException {
        PeerProcess peer = new PeerProcess(List.of(arguments), System.out);
        peer.network.start(peer);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        while (input.readLine() != null) {
            peer.out.flush();
        }
        peer.network.close();
    }

    @Override
    public void peerUp(NodeName peer, long incarnation, long link) {
        out.println("up " + peer.shortName());
    }

    @Override
    public void peerDown(NodeName peer, long link) {
        out.println("down " + peer.shortName());
    }

    @Override
    public void idle() {}

    @Override
    public void received(NodeName peer, long link, byte[] frame) {
        network.send(peer, link, frame);
    }

    /// The lines that a started PeerProcess has said.
    static final class Lines {
        private final Process process;
        private final List<String> said = new ArrayList<>();
        private final Object change;

        Lines(Process process, Object change) {
            this.process = process;
            this.change = change;
            Thread.ofVirtual().start(this::read);
        }

        private void read() {
            try (BufferedReader lines = process.inputReader(UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    synchronized (change) {
                        said.add(line);
                        change.notifyAll();
                    }
                }
            } catch (IOException e) {
                throw new AssertionError("the process cannot be heard", e);
            }
        }

        long count(String line) {
            synchronized (change) {
                return said.stream().filter(line::equals).count();
            }
        }

        void signal(String name) throws IOException, InterruptedException {
            Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start();
            if (!kill.waitFor(60, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new AssertionError("kill -" + name + " failed");
            }
        }
    }
}
