package mirrorlab.amqp.contract;

/// What an administrator does from outside of AMQP. Whoever asks for something that this broker offers no way to do, is
/// told so with a {@link org.opentest4j.TestAbortedException}.
interface Administration {

    /// Adds a user with the tag `none`, or changes its password.
    void putUser(String user, String password) throws Exception;

    void deleteUser(String user) throws Exception;

    /// Three regular expressions: what the user may configure, write and read in the vhost.
    void permit(String user, String vhost, String configure, String write, String read) throws Exception;

    void addVhost(String vhost) throws Exception;

    void deleteVhost(String vhost) throws Exception;

    /// @param count connections that the vhost may have at a time; -1: any number
    void limitConnections(String vhost, int count) throws Exception;

    /// @param count queues that the vhost may have
    void limitQueues(String vhost, int count) throws Exception;

    /// @param count connections that the user may have at a time; -1: any number
    void limitUser(String user, int count) throws Exception;

    /// @param count channels that the user may have at a time
    void limitChannels(String user, int count) throws Exception;

    /// Whether the memory of the node that clients use is above its watermark.
    void memoryAlarm(boolean raised) throws Exception;

    /// Closes all connections of the user.
    void closeConnections(String user, String reason) throws Exception;
}
