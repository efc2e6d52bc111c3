package mirrorlab.amqp.contract;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/// What the contract is asked of: one node, three nodes, or any broker that a URI names. It is started once and its
/// connections serve all tests; a test that provokes a connection's end opens its own with {@link #connect}.
abstract class Broker implements AutoCloseable {
    /// Of every user that is added.
    static final String PASSWORD = "secret";
    private final Map<Integer, Connection> shared = new LinkedHashMap<>();
    private String user = "";

    /// In words, for the names of the tests.
    @Override
    public abstract String toString();

    /// A broker of this project, which may not have everything yet.
    abstract boolean isLab();

    /// The one of the lab's clusters where marks are tried.
    boolean isFirst() {
        return true;
    }

    /// A factory for the node that clients use.
    abstract ConnectionFactory factory() throws Exception;

    /// A factory for another node, or the same one when there is only one.
    abstract ConnectionFactory otherFactory() throws Exception;

    /// What an administrator does from outside.
    abstract Administration administration() throws Exception;

    /// A user that all tests share: an administrator's word may take seconds.
    synchronized String user() throws Exception {
        if (user.isEmpty()) {
            user = addUser();
        }
        return user;
    }

    /// Who comes in may configure ct-c…, write ct-w…, read ct-r… in the vhost /; the last letters say what else.
    String addUser() throws Exception {
        String name = freshName("user");
        administration().putUser(name, PASSWORD);
        administration().permit(name, "/", "^(ct-c|amq\\.gen)", "^(ct-w|ct-cw)", "^(ct-r|ct-cr)");
        return name;
    }

    int port() throws Exception {
        return factory().getPort();
    }

    Connection connect() throws Exception {
        return factory().newConnection();
    }

    synchronized Connection connection() throws Exception {
        return shared(0, factory());
    }

    /// A second connection, to another node where there is one.
    synchronized Connection other() throws Exception {
        return shared(1, otherFactory());
    }

    /// Where queues are declared that a test only uses.
    synchronized Connection declaring() throws Exception {
        return other();
    }

    private Connection shared(int number, ConnectionFactory factory) throws Exception {
        Connection open = shared.get(number);
        if (open == null || !open.isOpen()) {
            open = factory.newConnection("contract-" + number);
            shared.put(number, open);
        }
        return open;
    }

    /// Nobody listens there any more; its connection may not know that yet.
    synchronized void forget(int port) {
        shared.values().stream().filter(each -> each.getPort() == port).forEach(each -> each.abort(1000));
    }

    static ConnectionFactory quiet(ConnectionFactory factory) {
        factory.setAutomaticRecoveryEnabled(false);
        factory.setHandshakeTimeout(60_000);
        return factory;
    }

    static String freshName(String purpose) {
        return "ct-" + purpose + Long.toString(ThreadLocalRandom.current().nextLong(1L << 48), 36);
    }

    @Override
    public void close() throws Exception {
        if (!user.isEmpty()) {
            administration().deleteUser(user);
        }
        shared.values().forEach(each -> each.abort(1000));
    }
}
