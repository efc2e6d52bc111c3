package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// A message's name in the whole cluster: the channel it was published on and its number there, counted from 1 (P-05).
public record MessageId(ChannelId channel, long sequence) {
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof MessageId id && sequence == id.sequence && channel.equals(id.channel));
    }

    @Override
    public int hashCode() {
        return 31 * channel.hashCode() + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return channel + "#" + sequence;
    }
}
