package mirrorlab.jgroups;

/// A peer sent bytes that are no packet.
final class MalformedPacketException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedPacketException(String message) {
        super(message);
    }
}
