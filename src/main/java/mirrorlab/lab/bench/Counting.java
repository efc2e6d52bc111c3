package mirrorlab.lab.bench;

import com.rabbitmq.client.ConfirmListener;
import java.util.concurrent.atomic.LongAdder;

/// Counts positive confirms, several at a time too. Called by one thread.
final class Counting implements ConfirmListener {
    private final LongAdder count;
    private long last;

    Counting(LongAdder count) {
        this.count = count;
    }

    @Override
    public void handleAck(long tag, boolean multiple) {
        if (multiple) {
            count.add(Math.max(0, tag - last));
            last = Math.max(last, tag);
        } else {
            count.increment();
            last = Math.max(last, tag);
        }
    }

    @Override
    public void handleNack(long tag, boolean multiple) {
        last = Math.max(last, tag);
    }
}
