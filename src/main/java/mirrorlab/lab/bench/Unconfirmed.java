package mirrorlab.lab.bench;

import com.rabbitmq.client.ConfirmListener;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/// The messages of one channel that are not confirmed, at most so many. One thread publishes; what is confirmed is told on the
/// connection's thread.
final class Unconfirmed implements ConfirmListener {
    private final Teller teller;
    private final Semaphore places;
    /// When the message with this number was handed to the client library, by number modulo the length; 0 when it was confirmed.
    /// Much longer than what is in flight, because confirms need not come in order.
    private final AtomicLongArray sent;
    private long covered;

    /// Who wants to know.
    interface Teller {
        /// Both as of {@link System#nanoTime}.
        void confirmed(long now, long began);

        /// Told before the message counts as confirmed.
        void refused();
    }

    Unconfirmed(int most, Teller teller) {
        this.teller = teller;
        places = new Semaphore(most);
        sent = new AtomicLongArray(Integer.highestOneBit(most) * 64);
    }

    /// @return false when there was no room for so many in that time
    boolean await(int count, long seconds) throws InterruptedException {
        return places.tryAcquire(count, seconds, TimeUnit.SECONDS);
    }

    /// The next message goes out, for which there is room.
    void sends(long number) {
        sent.setRelease(place(number), System.nanoTime());
    }

    private int place(long number) {
        return (int) (number & (sent.length() - 1));
    }

    @Override
    public void handleAck(long tag, boolean multiple) {
        long now = System.nanoTime();
        int freed = 0;
        for (long number = multiple ? covered + 1 : tag; number <= tag; number++) {
            long began = sent.getAndSet(place(number), 0);
            if (began != 0) { // otherwise it was confirmed before, alone
                freed++;
                teller.confirmed(now, began);
            }
        }
        covered = multiple ? Math.max(covered, tag) : covered;
        places.release(freed);
    }

    @Override
    public void handleNack(long tag, boolean multiple) {
        teller.refused();
        handleAck(tag, multiple);
    }
}
