package mirrorlab.station;

/// A node cannot start as it is told to: wrong configuration, a port or folder in use. The message is one sentence
/// for people.
public final class WrongConfig extends Exception {
    private static final long serialVersionUID = 1L;

    WrongConfig(String sentence) {
        super(sentence);
    }

    WrongConfig(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
