package mirrorlab.ui.twin;

/// What one channel does, in messages a second: `publish`, `confirm`, `deliver_get` and `ack` of its `message_stats`.
public record ChannelRate(double publish, double confirm, double deliver, double ack) {
    public static final ChannelRate NONE = new ChannelRate(0, 0, 0, 0);

    ChannelRate plus(ChannelRate more) {
        return new ChannelRate(publish + more.publish, confirm + more.confirm, deliver + more.deliver, ack + more.ack);
    }

    ChannelRate divided(double seconds) {
        return new ChannelRate(publish / seconds, confirm / seconds, deliver / seconds, ack / seconds);
    }

    public boolean isNone() {
        return equals(NONE);
    }
}
