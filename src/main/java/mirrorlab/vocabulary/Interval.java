package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// Consecutive messages of one channel: `first` to `last`, both included, counted from 1.
public record Interval(ChannelId channel, long first, long last) {
    public Interval {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("not an interval: " + first + " to " + last);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Interval stretch && first == stretch.first && last == stretch.last
                && channel.equals(stretch.channel));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * channel.hashCode() + Long.hashCode(first)) + Long.hashCode(last);
    }

    public long count() {
        return last - first + 1;
    }
}
