package mirrorlab.lab.bench;

import java.util.ArrayList;
import java.util.List;

/// One way to publish.
///
/// @param inFlight
///            at most so many unconfirmed
/// @param size
///            of a body, in bytes
/// @param atMaster
///            the publisher's node has the queue's master; otherwise one of its mirrors
/// @param consumed
///            a consumer at the same node takes every message, without acknowledgements
public record PublishCase(int inFlight, int size, boolean persistent, boolean atMaster, boolean consumed) {
    private static final double AT_ONE = 1;
    private static final double PIPELINED = 2.5;

    /// Every combination, in the order in which they are measured.
    public static List<PublishCase> all() {
        List<PublishCase> all = new ArrayList<>();
        for (boolean atMaster : new boolean[]{true, false}) {
            for (boolean consumed : new boolean[]{false, true}) {
                for (boolean persistent : new boolean[]{true, false}) {
                    for (int size : new int[]{12, 1024}) {
                        for (int inFlight : new int[]{1, 100, 1000}) {
                            all.add(new PublishCase(inFlight, size, persistent, atMaster, consumed));
                        }
                    }
                }
            }
        }
        return all;
    }

    public String name() {
        return inFlight + " in flight, " + size + " bytes, " + (persistent ? "persistent" : "transient") + ", at "
                + (atMaster ? "the master" : "a mirror") + (consumed ? ", consumed" : "");
    }

    /// How many times as fast as the real broker beside it this promises to be.
    double promisedRatio() {
        return inFlight == 1 ? AT_ONE : PIPELINED;
    }

    boolean isPromised() {
        return atMaster;
    }
}
