package mirrorlab.simulation;

import java.util.List;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.NodeName;

/// Sees every input that a machine took, and what it asked for.
interface Observer {
    void before(SimulatedNode node, Input input);

    /// @param run
    ///            what the machine took together
    void after(SimulatedNode node, List<Input> run, List<Effect> effects);

    /// The node is not there any more.
    void gone(NodeName node, long incarnation);
}
