package mirrorlab.node;

import mirrorlab.broker.Input;

/// Sees every input before the machine does and may hold it. Hold points and fault steps are interceptors. Called on
/// the node's loop thread only.
public interface Interceptor {

    /// @return true to let the input pass; false to keep it back: it is handed to the machine, before anything newer of
    ///         the same peer, when the interceptor is changed and lets it pass
    boolean passes(Input input);
}
