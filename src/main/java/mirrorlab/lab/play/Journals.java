package mirrorlab.lab.play;

import mirrorlab.vocabulary.NodeName;

/// How far the lab has read nodes' journals.
@FunctionalInterface
public interface Journals {

    /// Waits until the journal of this node's present life was read up to this entry.
    ///
    /// @return false when the deadline came first
    boolean await(NodeName node, long sequence, long deadlineNanos) throws InterruptedException;
}
