package mirrorlab.simulation;

import java.util.List;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.NodeName;

/// Sees every input that a machine took, and what it asked for.
interface Observer {
    void before(SimulatedNode node, Input input);

    void after(SimulatedNode node, Input input, List<Effect> effects);

    /// The node is not there any more.
    void gone(NodeName node, long incarnation);
}
