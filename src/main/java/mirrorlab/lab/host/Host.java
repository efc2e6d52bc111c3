package mirrorlab.lab.host;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// Starts nodes.
public interface Host {

    /// Begins one life of a node and returns at once; {@link NodeLife#serving} tells when its doors are open.
    ///
    /// @param log
    ///            told each line of the node's log, on any thread
    NodeLife start(NodeLaunch launch, Consumer<String> log) throws IOException;

    /// Freezes, then kills these lives so that none of them sees another die.
    void killTogether(List<NodeLife> lives);
}
