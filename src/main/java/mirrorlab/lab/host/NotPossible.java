package mirrorlab.lab.host;

import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Sentence;
import org.jspecify.annotations.Nullable;

/// A command that makes no sense at this moment, such as killing a node that is down. The message is one sentence.
public final class NotPossible extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient @Nullable Sentence sentence;

    public NotPossible(String message) {
        super(message);
        sentence = null;
    }

    private NotPossible(Sentence sentence) {
        super(Texts.english().say(sentence));
        this.sentence = sentence;
    }

    /// @param key
    ///            of the bundle, without `fault.`
    static NotPossible of(String key, String... values) {
        return new NotPossible(new Sentence("fault." + key, List.of((Object[]) values)));
    }

    /// The message for other languages; null when it is English only.
    public @Nullable Sentence sentence() {
        return sentence;
    }
}
