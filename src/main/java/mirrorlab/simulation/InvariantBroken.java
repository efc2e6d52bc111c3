package mirrorlab.simulation;

/// Something happened that must not; the message is one sentence that names the rule.
final class InvariantBroken extends RuntimeException {
    private static final long serialVersionUID = 1;

    InvariantBroken(String message) {
        super(message);
    }

    InvariantBroken(String message, Throwable cause) {
        super(message, cause);
    }
}
