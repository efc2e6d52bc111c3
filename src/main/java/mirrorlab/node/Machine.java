package mirrorlab.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.broker.Run;

/// One node's rules: what follows from a run of inputs. Called on the node's loop thread only.
@FunctionalInterface
public interface Machine {
    List<Effect> on(Run run);

    /// One that looks at each input by itself.
    static Machine oneByOne(Function<Input, List<Effect>> rules) {
        return run -> {
            List<Effect> effects = new ArrayList<>();
            run.inputs().forEach(each -> effects.addAll(rules.apply(each)));
            return effects;
        };
    }
}
