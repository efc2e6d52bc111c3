package mirrorlab.amqp.wire;

/// Arguments end too early, hold an unknown type, or nest too deep. Never leaves this package.
@SuppressWarnings("serial")
final class MalformedArguments extends RuntimeException {
    MalformedArguments(String what) {
        super(what, null, false, false);
    }
}
