package mirrorlab.queue;

/// Whether the consumers of a channel share a limit (basic.qos with `global`). The channel counts; a master delivers only
/// what it was given room for.
///
/// @param generation grows with every change between shared and not; what belongs to an older one is void
public record ChannelLimit(long generation, boolean shared) {
    public static final ChannelLimit NONE = new ChannelLimit(0, false);
}
