package mirrorlab.channel;

import java.util.function.LongSupplier;

/// Whether a channel is in state `flow`: its publisher waits for credit, or did a moment ago (P-30). As in RabbitMQ's lists
/// a wait counts for a second after its end, so that a publisher that is slowed down again and again stays in that state.
final class FlowState {
    /// As `STATE_CHANGE_INTERVAL` of RabbitMQ's credit_flow.
    private static final long LASTS_MILLIS = 1000;
    private final LongSupplier clock;
    private boolean held;
    private boolean everHeld;
    private long ended;
    private boolean told;

    /// @param clock tells milliseconds
    FlowState(LongSupplier clock) {
        this.clock = clock;
    }

    boolean isHeld() {
        return held;
    }

    void held(boolean now) {
        if (held && !now) {
            ended = clock.getAsLong();
        }
        held = now;
        everHeld |= now;
    }

    boolean isFlow() {
        return held || (everHeld && clock.getAsLong() - ended < LASTS_MILLIS);
    }

    /// There is something to tell now, or there will be as soon as the second is over.
    boolean hasNews() {
        return told ? !held : isFlow();
    }

    /// The state differs from what was told; from now on it is told.
    boolean tell() {
        boolean before = told;
        told = isFlow();
        return told != before;
    }
}
