package mirrorlab.node;

import java.util.random.RandomGenerator;

/// What is wrong with the way from one node to a peer: the wire is long, or loses segments.
///
/// A link is a TCP connection. What it loses it sends again, first after {@value #FIRST_RETRANSMISSION_MILLIS} ms, then after
/// twice as long each time, and everything behind waits for it. So nothing is ever missing and nothing overtakes: loss shows
/// as delay, heartbeats included. When nothing at all gets through, all waits until the fault is mended, or until the peer,
/// which hears nothing any more, ends the link.
///
/// @param delayMillis
///            added to everything, one way; 0 to {@value #MOST_DELAY_MILLIS}
/// @param loss
///            the share of packets that is lost at each try, 0 to 1; 1: the way is cut
public record LinkFault(int delayMillis, double loss) {
    public static final LinkFault NONE = new LinkFault(0, 0);
    /// Nothing gets through.
    public static final LinkFault CUT = new LinkFault(0, 1);
    public static final int MOST_DELAY_MILLIS = 600_000;
    /// As Linux has it for a connection on which answers come quickly.
    static final int FIRST_RETRANSMISSION_MILLIS = 200;
    /// The longest pause between two tries is 2 minutes, and Linux gives up after 15.
    private static final int LONGEST_RETRANSMISSION_MILLIS = 120_000;
    private static final int MOST_TRIES = 15;

    public LinkFault {
        if (delayMillis < 0 || delayMillis > MOST_DELAY_MILLIS) {
            throw new IllegalArgumentException(
                    "the delay of a link should be 0 to " + MOST_DELAY_MILLIS + " ms, not " + delayMillis);
        }
        if (!(loss >= 0 && loss <= 1)) {
            throw new IllegalArgumentException("the loss of a link should be a number from 0 to 1, not " + loss);
        }
    }

    public boolean isNone() {
        return delayMillis == 0 && loss == 0;
    }

    public boolean isCut() {
        return loss >= 1;
    }

    /// How long the next packet is on its way because of this fault, in milliseconds. Not to be asked of a cut.
    public long drawMillis(RandomGenerator chance) {
        long all = delayMillis;
        long pause = FIRST_RETRANSMISSION_MILLIS;
        for (int tries = 0; tries < MOST_TRIES && loss > 0 && chance.nextDouble() < loss; tries++) {
            all += pause;
            pause = Math.min(2 * pause, LONGEST_RETRANSMISSION_MILLIS);
        }
        return all;
    }
}
