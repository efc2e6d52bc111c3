package mirrorlab.lab.host;

/// A command that makes no sense at this moment, such as killing a node that is down. The message is one sentence.
public final class NotPossible extends Exception {
    private static final long serialVersionUID = 1L;

    public NotPossible(String message) {
        super(message);
    }
}
