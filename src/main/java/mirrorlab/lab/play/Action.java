package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// How one kind of step is done.
@FunctionalInterface
interface Action {

    /// @param result
    ///            what the step tells is put here; what was put before a fault counts, too
    void play(StepFields step, ObjectNode result) throws StepFault;
}
