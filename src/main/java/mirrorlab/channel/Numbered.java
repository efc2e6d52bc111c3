package mirrorlab.channel;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Values by number, for numbers that only grow when they are put in and mostly go out in the same order: a ring from the
/// lowest to the highest, so that nothing is searched for.
///
/// @param <T>
///            a value
final class Numbered<T> {
    private static final int SMALLEST = 64;
    private @Nullable Object[] ring = new @Nullable Object[SMALLEST];
    /// No value has a lower number; the value of this one is there unless nothing is.
    private long lowest;
    /// No value has this number or a higher one.
    private long end;

    boolean isEmpty() {
        return lowest == end;
    }

    int count() {
        int count = 0;
        for (long number = lowest; number < end; number++) {
            count += ring[place(number)] == null ? 0 : 1;
        }
        return count;
    }

    /// The lowest number that has a value; `Long.MAX_VALUE` when there is none.
    long lowest() {
        return isEmpty() ? Long.MAX_VALUE : lowest;
    }

    @SuppressWarnings("unchecked") // only put fills the ring
    @Nullable
    T get(long number) {
        return number < lowest || number >= end ? null : (T) ring[place(number)];
    }

    /// @throws IllegalArgumentException
    ///             the number is lower than all that have a value
    void put(long number, T value) {
        if (isEmpty()) {
            lowest = number;
            end = number;
        } else if (number < lowest) {
            throw new IllegalArgumentException(number + " comes after " + lowest);
        }
        while (number - lowest >= ring.length) {
            grow();
        }
        end = Math.max(end, number + 1);
        ring[place(number)] = value;
    }

    void remove(long number) {
        if (number < lowest || number >= end) {
            return;
        }
        ring[place(number)] = null;
        while (lowest < end && ring[place(lowest)] == null) {
            lowest++;
        }
    }

    /// Tells every number that has a value, ascending; values may be removed meanwhile.
    void forEachNumber(LongConsumer each) {
        long last = end;
        for (long number = lowest; number < last; number++) {
            if (get(number) != null) {
                each.accept(number);
            }
        }
    }

    private void grow() {
        @Nullable
        Object[] larger = new @Nullable Object[2 * ring.length];
        for (long number = lowest; number < end; number++) {
            larger[(int) (number & (larger.length - 1))] = ring[place(number)];
        }
        ring = larger;
    }

    private int place(long number) {
        return (int) (number & (ring.length - 1));
    }
}
