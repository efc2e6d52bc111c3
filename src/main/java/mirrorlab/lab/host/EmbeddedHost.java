package mirrorlab.lab.host;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;

/// Nodes live in the lab's own JVM: for tests and small machines.
public final class EmbeddedHost implements Host {

    @Override
    public NodeLife start(NodeLaunch launch, Consumer<String> log) throws IOException {
        Files.createDirectories(launch.folder());
        return EmbeddedLife.start(launch, log);
    }

    @Override
    public void killTogether(List<NodeLife> lives) {
        if (lives.size() > 1) {
            lives.forEach(NodeLife::pause);
        }
        lives.forEach(NodeLife::kill);
    }
}
