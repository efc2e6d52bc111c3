package mirrorlab.jgroups;

import java.time.Duration;

/// The times and bounds of a node's links.
///
/// @param greeting
///            how often a node without a link greets its peer
/// @param heartbeat
///            how often a node is heard on a link, at least
/// @param timeout
///            a link on which nothing was heard for so long has ended (RabbitMQ's `net_ticktime`, scaled down)
/// @param maximumWaiting
///            bytes that may wait for one peer; more ends the link
public record Tuning(Duration greeting, Duration heartbeat, Duration timeout, long maximumWaiting) {
    public static final Tuning DEFAULT = new Tuning(Duration.ofMillis(100), Duration.ofMillis(800),
            Duration.ofSeconds(10), 256L << 20);

    public Tuning {
        if (greeting.toMillis() < 1 || heartbeat.toMillis() < 1 || timeout.compareTo(heartbeat) <= 0) {
            throw new IllegalArgumentException(
                    "greeting and heartbeat must be at least 1 ms and the timeout longer than"
                            + " the heartbeat, not " + greeting + ", " + heartbeat + ", " + timeout);
        }
        if (maximumWaiting < 1) {
            throw new IllegalArgumentException("maximumWaiting must be at least 1 byte, not " + maximumWaiting);
        }
    }

    /// @param silence
    ///            after which a link has ended; heartbeats come at least four times meanwhile
    public Tuning withTimeout(Duration silence) {
        Duration beat = silence.dividedBy(4).compareTo(heartbeat) < 0 ? silence.dividedBy(4) : heartbeat;
        return new Tuning(greeting, beat, silence, maximumWaiting);
    }

    /// A peer that was not heard for so long is suspected: a quarter of the detector's time, as Erlang's ticks, but at
    /// least two heartbeats.
    Duration suspicion() {
        Duration beats = heartbeat.multipliedBy(2);
        Duration quarter = timeout.dividedBy(4);
        return beats.compareTo(quarter) < 0 ? quarter : beats;
    }
}
