package mirrorlab.amqp.wire;

/// AMQP's reply codes that this door gives by itself; those of the core come with its events.
public enum ReplyCode {
    CONNECTION_FORCED(320), ACCESS_REFUSED(403), PRECONDITION_FAILED(406), FRAME_ERROR(501), SYNTAX_ERROR(
            502), COMMAND_INVALID(
                    503), CHANNEL_ERROR(504), UNEXPECTED_FRAME(505), NOT_ALLOWED(530), NOT_IMPLEMENTED(540);

    private final int number;

    ReplyCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /// RabbitMQ's form of a reply text: `NOT_FOUND - no queue …`.
    public String saying(String explanation) {
        return name() + " - " + explanation;
    }
}
