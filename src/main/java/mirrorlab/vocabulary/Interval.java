package mirrorlab.vocabulary;

/// Consecutive messages of one channel: `first` to `last`, both included, counted from 1.
public record Interval(ChannelId channel, long first, long last) {
    public Interval {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException("not an interval: " + first + " to " + last);
        }
    }

    public long count() {
        return last - first + 1;
    }
}
