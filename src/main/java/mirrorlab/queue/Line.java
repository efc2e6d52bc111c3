package mirrorlab.queue;

/// A consumer in line.
final class Line {
    final Consumer consumer;
    final long priority;
    final ChannelRoom channel;
    int unsettled;
    boolean ended;

    Line(Consumer consumer, ChannelRoom channel) {
        this.consumer = consumer;
        this.channel = channel;
        priority = consumer.priority();
    }

    /// By its own prefetch.
    boolean hasRoom() {
        return consumer.autoAck() || consumer.prefetch() == 0 || unsettled < consumer.prefetch();
    }
}
