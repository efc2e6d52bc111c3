package mirrorlab.node;

import java.util.List;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;

/// One node's rules: what follows from an input. Called on the node's loop thread only.
@FunctionalInterface
public interface Machine {
    List<Effect> on(Input input);
}
