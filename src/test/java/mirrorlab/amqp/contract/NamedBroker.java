package mirrorlab.amqp.contract;

import com.rabbitmq.client.ConnectionFactory;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;

/// The broker that `-Dbroker=amqp://user:password@host:port` names; `-Dbroker.ctl` may say which words run its
/// rabbitmqctl.
final class NamedBroker extends Broker {
    private final String uri;

    NamedBroker(String uri) {
        this.uri = uri;
    }

    @Override
    public String toString() {
        return "the broker named";
    }

    @Override
    boolean isLab() {
        return false;
    }

    @Override
    ConnectionFactory factory() throws Exception {
        ConnectionFactory factory = quiet(new ConnectionFactory());
        factory.setUri(uri);
        return factory;
    }

    @Override
    ConnectionFactory otherFactory() throws Exception {
        return factory();
    }

    @Override
    Administration administration() {
        return new Ctl(System.getProperty("broker.ctl", ""));
    }

    private record Ctl(String words) implements Administration {

        private void run(String... arguments) throws Exception {
            if (words.isEmpty()) {
                throw new TestAbortedException("-Dbroker.ctl does not say how to run rabbitmqctl for this broker");
            }
            List<String> command = new ArrayList<>(List.of(words.split(" ")));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            try {
                process.getOutputStream().close();
                String said = new String(process.getInputStream().readAllBytes(),
                        java.nio.charset.StandardCharsets.UTF_8);
                if (process.waitFor() != 0) {
                    throw new AssertionError(command + ": " + said);
                }
            } finally {
                process.destroyForcibly();
            }
        }

        @Override
        public void putUser(String user, String password) throws Exception {
            run("add_user", user, password);
        }

        @Override
        public void deleteUser(String user) throws Exception {
            run("delete_user", user);
        }

        @Override
        public void permit(String user, String vhost, String configure, String write, String read) throws Exception {
            run("set_permissions", "-p", vhost, user, configure, write, read);
        }

        @Override
        public void addVhost(String vhost) throws Exception {
            run("add_vhost", vhost);
        }

        @Override
        public void deleteVhost(String vhost) throws Exception {
            run("delete_vhost", vhost);
        }

        @Override
        public void limitConnections(String vhost, int count) throws Exception {
            run("set_vhost_limits", "-p", vhost, "{\"max-connections\":" + count + "}");
        }

        @Override
        public void limitQueues(String vhost, int count) throws Exception {
            run("set_vhost_limits", "-p", vhost, "{\"max-queues\":" + count + "}");
        }

        @Override
        public void limitUser(String user, int count) throws Exception {
            run("set_user_limits", user, "{\"max-connections\":" + count + "}");
        }

        @Override
        public void limitChannels(String user, int count) throws Exception {
            run("set_user_limits", user, "{\"max-channels\":" + count + "}");
        }

        @Override
        public void memoryAlarm(boolean raised) throws Exception {
            run("set_vm_memory_high_watermark", raised ? "0.0001" : "0.4");
        }

        @Override
        public void closeConnections(String user, String reason) throws Exception {
            run("close_all_user_connections", user, reason);
        }
    }
}
