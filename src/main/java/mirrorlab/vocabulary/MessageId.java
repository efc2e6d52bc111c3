package mirrorlab.vocabulary;

/// A message's name in the whole cluster: the channel it was published on and its number there, counted from 1 (P-05).
public record MessageId(ChannelId channel, long sequence) {
    @Override
    public String toString() {
        return channel + "#" + sequence;
    }
}
