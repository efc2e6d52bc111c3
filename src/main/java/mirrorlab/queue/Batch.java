package mirrorlab.queue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import mirrorlab.vocabulary.MessagePacker;

/// What a synchronisation sends at once (S-11).
///
/// @param count messages
/// @param size the sum of {@link mirrorlab.vocabulary.Message#size}
/// @param next where the next batch begins
public record Batch(List<Stretch> stretches, int count, long size, long next) {

    /// Collects messages in queue order; what is packed already and wanted whole stays as it is.
    static final class Filling {
        private final int most;
        private final long mostBytes;
        private final List<Stretch> stretches = new ArrayList<>();
        private final MessagePacker loose = new MessagePacker();
        private boolean looseUnacknowledged;
        private int count;
        private long size;
        private long next;

        Filling(long position, int most, long mostBytes) {
            next = position;
            this.most = most;
            this.mostBytes = mostBytes;
        }

        long next() {
            return next;
        }

        boolean isFull() {
            return count >= most || size >= mostBytes;
        }

        boolean hasRoomFor(Chunk chunk) {
            return count + chunk.size() <= most && size + chunk.messages().size() <= mostBytes;
        }

        void add(Chunk chunk) {
            pack();
            stretches.add(new Stretch(chunk.messages(), false));
            count += chunk.size();
            size += chunk.messages().size();
            next = chunk.lastPosition() + 1;
        }

        /// One by one, until this is full or a position is reached.
        ///
        /// @return false when nothing came
        boolean add(Iterator<Standing> rest, long end) {
            int before = count;
            while (!isFull() && rest.hasNext()) {
                Standing each = rest.next();
                if (each.held().position() >= end) {
                    break;
                }
                if (each.unacknowledged() != looseUnacknowledged) {
                    pack();
                    looseUnacknowledged = each.unacknowledged();
                }
                loose.add(each.held().message());
                count++;
                size += each.held().message().size();
                next = each.held().position() + 1;
            }
            return count > before;
        }

        private void pack() {
            if (loose.count() > 0) {
                stretches.add(new Stretch(loose.pack(), looseUnacknowledged));
            }
        }

        Batch batch() {
            pack();
            return new Batch(List.copyOf(stretches), count, size, next);
        }
    }
}
