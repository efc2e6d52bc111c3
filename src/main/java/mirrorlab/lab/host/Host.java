package mirrorlab.lab.host;

import java.io.IOException;
import java.util.List;

/// Starts nodes.
public interface Host {

    /// Begins one life of a node and returns at once; {@link NodeLife#serving} tells when its doors are open.
    NodeLife start(NodeLaunch launch) throws IOException;

    /// Freezes, then kills these lives so that none of them sees another die.
    void killTogether(List<NodeLife> lives);
}
