package mirrorlab.lab.clients;

import mirrorlab.vocabulary.QueueName;

/// One of the lab's own clients at this moment. All counters are since it was started, over all its connections.
public sealed interface LabClient {

    /// Its name in the scenario.
    String name();

    QueueName queue();

    Standing standing();

    /// @param node
    ///            short name of the node it is connected to, or was
    /// @param saw
    ///            the last trouble it saw, in the library's words; empty without any
    /// @param losses
    ///            connections that it lost
    record Standing(State state, String node, String saw, long losses) {
        Standing stopped() {
            return new Standing(State.STOPPED, node, saw, losses);
        }
    }

    enum State {
        RUNNING, PAUSED, RECONNECTING, CANCELLED, ENDED,
        /// On command: only its last counters are left.
        STOPPED
    }

    /// The same as it was when it was stopped.
    LabClient stopped();

    /// @param rate
    ///            messages a second that are wanted; 0: as fast as it can
    /// @param inFlight
    ///            most messages without answer
    /// @param resend
    ///            what was nacked or left without answer is published again
    record PublisherSettings(double rate, int inFlight, boolean persistent, boolean confirm, boolean resend) {}

    /// @param resent
    ///            of the published ones
    /// @param waiting
    ///            messages without answer
    /// @param perSecond
    ///            published of late
    record Publisher(String name, QueueName queue, Standing standing, PublisherSettings settings, long published,
            long resent, long confirmed, long nacked, long returned, long waiting,
            double perSecond) implements LabClient {
        @Override
        public LabClient stopped() {
            return new Publisher(name, queue, standing.stopped(), settings, published, resent, confirmed, nacked,
                    returned, waiting, 0);
        }
    }

    /// @param ack
    ///            `manual`: on command, `on_receipt`: when it has worked on the message, `auto`: the node counts it as
    ///            acknowledged when it is sent
    /// @param delay
    ///            seconds of work per message
    record ConsumerSettings(int prefetch, String ack, double delay) {}

    /// @param twice
    ///            deliveries whose body had come before
    /// @param waiting
    ///            delivered and not acknowledged by this client
    /// @param perSecond
    ///            delivered of late
    record Consumer(String name, QueueName queue, Standing standing, ConsumerSettings settings, long delivered,
            long redelivered, long twice, long acknowledged, long waiting, double perSecond) implements LabClient {
        @Override
        public LabClient stopped() {
            return new Consumer(name, queue, standing.stopped(), settings, delivered, redelivered, twice, acknowledged,
                    waiting, 0);
        }
    }
}
