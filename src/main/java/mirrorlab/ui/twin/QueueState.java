package mirrorlab.ui.twin;

import java.util.Locale;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;

/// The word in the column State, with the colour of its square (S-14, F-26, N-06).
public enum QueueState {
    RUNNING(Colour.GREEN), SYNCING(Colour.GREEN),
    /// Nothing happened to it for a while.
    IDLE(Colour.GREY), FLOW(Colour.YELLOW), DOWN(Colour.RED), CRASHED(Colour.RED), STOPPED(Colour.RED),
    /// Its master cannot be reached, so that nobody tells a state: the cell is empty and numbers are `NaN` (F-26).
    NONE(Colour.NONE);

    /// RabbitMQ's queue processes go to sleep about so long after the last request, and are called idle from then on.
    static final long IDLE_AFTER_MILLIS = 5000;

    /// Of the square before the word.
    public enum Colour {
        GREEN, GREY, YELLOW, RED, NONE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Colour colour;

    QueueState(Colour colour) {
        this.colour = colour;
    }

    public Colour colour() {
        return colour;
    }

    /// `running`, as the real screen and the HTTP API write it; its words here are `twin.state.WORD`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static QueueState of(QueuePicture queue, long nowMillis) {
        return switch (queue.state()) {
            case SYNCING -> SYNCING;
            case DOWN -> DOWN;
            case PROMOTING, UNREACHABLE -> NONE;
            case RUNNING -> switch (queue.record().state()) {
                case "flow" -> FLOW;
                case "crashed" -> CRASHED;
                case "stopped" -> STOPPED;
                default -> isIdle(queue, nowMillis) ? IDLE : RUNNING;
            };
        };
    }

    private static boolean isIdle(QueuePicture queue, long nowMillis) {
        long last = lastHeard(queue);
        return last > 0 && nowMillis - last >= IDLE_AFTER_MILLIS;
    }

    /// When the master last told of a change, in milliseconds since 1970; 0 when it never did.
    static long lastHeard(QueuePicture queue) {
        return queue.masterReplica().map(ReplicaPicture::clock).orElse(0L) >>> 16;
    }
}
