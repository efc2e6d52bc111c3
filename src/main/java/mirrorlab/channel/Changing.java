package mirrorlab.channel;

import mirrorlab.metadata.MetadataChange;
import org.jspecify.annotations.Nullable;

/// The one change of the metadata that a channel waits for (M-08).
final class Changing {
    private final ChannelOutput out;
    private @Nullable Next next;

    /// What comes when the change is applied at every running node.
    interface Next {
        /// @param effective false when the state had moved on and it did nothing
        void done(boolean effective);
    }

    Changing(ChannelOutput out) {
        this.out = out;
    }

    boolean isIdle() {
        return next == null;
    }

    void begin(MetadataChange change, Next then) {
        next = then;
        out.add(new ChannelEffect.Change(change));
    }

    void done(boolean effective) {
        Next then = next;
        next = null;
        if (then != null) {
            then.done(effective);
        }
    }

    void end() {
        next = null;
    }
}
