package mirrorlab.lab.host;

import java.io.IOException;
import java.util.List;

/// Nodes live in the lab's own JVM: for tests and small machines.
public final class EmbeddedHost implements Host {

    @Override
    public NodeLife start(NodeLaunch launch) throws IOException {
        throw new IOException("not there yet");
    }

    @Override
    public void killTogether(List<NodeLife> lives) {
        lives.forEach(NodeLife::kill);
    }
}
