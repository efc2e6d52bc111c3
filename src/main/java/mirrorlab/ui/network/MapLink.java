package mirrorlab.ui.network;

import mirrorlab.journal.LinkPicture;

/// The two ways between two nodes.
///
/// @param alive
///            both nodes' processes live and have served
public record MapLink(Strand there, Strand back, boolean alive) {

    /// One direction and what goes along it.
    public record Strand(LinkPicture way, Rate rate) {
        public boolean isCut() {
            return way.isCut();
        }

        /// Slower than it should be, but not cut.
        public boolean isSlow() {
            return way.isDisturbed() && !way.isCut();
        }
    }

    /// The first that holds, from worst to best.
    public enum Standing {
        /// A node is not there.
        GONE,
        /// Nothing gets through in either direction.
        CUT,
        /// Nothing gets through in one direction.
        HALF_CUT,
        /// Both nodes live and have no link.
        APART,
        /// Heartbeats are missing.
        SUSPECTED,
        /// Delayed or lossy.
        SLOW, UP
    }

    public Standing standing() {
        if (!alive) {
            return Standing.GONE;
        }
        if (there.isCut() && back.isCut()) {
            return Standing.CUT;
        }
        if (there.isCut() || back.isCut()) {
            return Standing.HALF_CUT;
        }
        if (!there.way().isUp() || !back.way().isUp()) {
            return Standing.APART;
        }
        if (there.way().isSuspected() || back.way().isSuspected()) {
            return Standing.SUSPECTED;
        }
        return there.isSlow() || back.isSlow() ? Standing.SLOW : Standing.UP;
    }

    public boolean isDisturbed() {
        return there.way().isDisturbed() || back.way().isDisturbed();
    }
}
