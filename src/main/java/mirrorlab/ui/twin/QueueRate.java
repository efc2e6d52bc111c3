package mirrorlab.ui.twin;

/// What happens to one queue, in messages a second.
///
/// @param incoming
///            `message_stats.publish_details.rate`
/// @param deliver
///            deliveries to consumers and gets, redeliveries too: `deliver_get_details.rate`
/// @param ack
///            `ack_details.rate`
public record QueueRate(double incoming, double deliver, double ack) {
    public static final QueueRate NONE = new QueueRate(0, 0, 0);

    public QueueRate plus(QueueRate more) {
        return new QueueRate(incoming + more.incoming, deliver + more.deliver, ack + more.ack);
    }

    public boolean isNone() {
        return equals(NONE);
    }
}
