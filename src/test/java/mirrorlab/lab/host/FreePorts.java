package mirrorlab.lab.host;

import java.io.IOException;

/// Ports for nodes that a test starts without a lab, of which several need to know them before: nobody else on this machine
/// is given them while this process runs, neither by a lab nor by the system for an outgoing connection.
public final class FreePorts {
    private static final Ports PORTS = new Ports();

    private FreePorts() {}

    public static int next() throws IOException {
        return PORTS.free();
    }
}
