package mirrorlab.metadata;

/// How much a virtual host or a user may have at a time.
///
/// @param ofUser `holder` is a user, else a virtual host
/// @param name `max-connections`, `max-queues` (of a virtual host), `max-channels` (of a user)
/// @param value negative: no limit
public record Limit(boolean ofUser, String holder, String name, long value) {}
