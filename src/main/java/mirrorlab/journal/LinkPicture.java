package mirrorlab.journal;

import mirrorlab.vocabulary.NodeName;

/// The way from one node to another, as the receiving node sees it and the lab disturbed it.
///
/// @param isUp
///            the receiver has a link with the sender, and both live
/// @param isSuspected
///            heartbeats of the sender are missing at the receiver, which has not given up yet
/// @param delayMillis
///            added to everything
/// @param lossPercent
///            of packets at each try; a lost one is sent again, so that loss is seen as delay
public record LinkPicture(NodeName from, NodeName to, boolean isUp, boolean isSuspected, int delayMillis,
        double lossPercent) {

    /// Nothing gets through.
    public boolean isCut() {
        return lossPercent >= 100;
    }

    public boolean isDisturbed() {
        return delayMillis > 0 || lossPercent > 0;
    }
}
