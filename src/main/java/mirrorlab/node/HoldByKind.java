package mirrorlab.node;

import java.util.List;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Keeps back messages of peers by the simple name of their record: hold points. Everything else passes.
public final class HoldByKind implements Interceptor {
    private final List<Hold> holds;

    /// One hold point. Confined to the loop thread once it is in use.
    public static final class Hold {
        private final String kind;
        private final @Nullable NodeName from;
        private long letPass;

        /// @param kind
        ///            the record's simple name, such as `DirectCopy`
        /// @param from
        ///            messages of this peer only; null for all peers
        /// @param letPass
        ///            how many pass before the first one is held
        public Hold(String kind, @Nullable NodeName from, long letPass) {
            this.kind = kind;
            this.from = from;
            this.letPass = letPass;
        }

        private boolean holds(Input.FromPeer input) {
            return input.message().getClass().getSimpleName().equals(kind)
                    && (from == null || from.equals(input.peer()))
                    && --letPass < 0;
        }
    }

    /// @param holds
    ///            a message is held when one of them holds it; give the same objects again to go on counting
    public HoldByKind(List<Hold> holds) {
        this.holds = List.copyOf(holds);
    }

    @Override
    public boolean passes(Input input) {
        return !(input instanceof Input.FromPeer message) || holds.stream().noneMatch(each -> each.holds(message));
    }
}
