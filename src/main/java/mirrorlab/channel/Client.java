package mirrorlab.channel;

/// Who is behind a channel.
///
/// @param connection names the connection in the whole cluster, for exclusive queues
/// @param cancelNotify it wants to hear of consumers that the server cancels (F-20)
public record Client(String vhost, String user, String connection, boolean cancelNotify) {}
