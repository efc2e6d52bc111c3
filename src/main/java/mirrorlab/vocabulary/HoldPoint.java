package mirrorlab.vocabulary;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A named moment at which a node can be made to stand until somebody lets it go on. Only what would come next stands; the
/// node goes on with everything else.
public enum HoldPoint {
    /// The channel's node has sent its direct copies, the master holds the message; its ordered copy has not left (P-13).
    DIRECT_COPIES_SENT("direct copies sent"),
    /// Of several mirrors, the first has been sent an operation of the master's stream, the others have not (G-04).
    ONE_MIRROR_ONLY("operation reached one mirror only"),
    /// A replica has a persistent message in memory, and nothing of it is on its disk (P-20).
    NOT_ON_DISK("received, not on disk"),
    /// Replicas have confirmed to the channel's node, which has not taken it in: the client is not told (P-18).
    BEFORE_CONFIRM("before confirm"),
    /// The mirrors have noticed that their master is gone and follow it no more; nobody has asked how far the others came (F-01).
    MASTER_SUSPECTED("master suspected"),
    /// The eldest mirror alive knows how far all survivors came; whether it may lead is not decided (F-02 to F-04).
    BEFORE_PROMOTION("before promotion"),
    /// A synchronising master has sent a batch, and not the next one (S-11).
    BETWEEN_BATCHES("between synchronisation batches");

    private final String word;

    HoldPoint(String word) {
        this.word = word;
    }

    /// As scenarios, journals and doors write it.
    public String word() {
        return word;
    }

    /// Its part of the keys of texts: `before-promotion`.
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<HoldPoint> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(HoldPoint::word).toList();
    }
}
