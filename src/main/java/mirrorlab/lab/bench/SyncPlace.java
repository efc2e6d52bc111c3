package mirrorlab.lab.bench;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;

/// A cluster of three whose first node has a queue that is to be synchronised.
interface SyncPlace {
    double SECOND = 1e9;
    int MIRRORS = 2;

    /// The queue is there, durable, empty and without mirrors.
    void prepare() throws IOException, NotPossible, InterruptedException;

    /// A new connection with the master's node.
    Connection connect() throws IOException, NotPossible;

    /// Of the nodes.
    List<Long> processes() throws IOException, NotPossible, InterruptedException;

    /// Two mirrors are there, unsynchronised.
    void mirror() throws IOException, InterruptedException;

    /// Asks for a synchronisation; the seconds until both mirrors are synchronised.
    double synchronise() throws IOException, InterruptedException;

    /// The queue and its policy are gone.
    void remove() throws IOException, NotPossible, InterruptedException;

    static SyncPlace own(LiveLab lab) {
        return new Own(lab, new BenchQueue(lab, SyncLoad.QUEUE));
    }

    static SyncPlace other(OtherBroker broker) {
        return new Other(broker);
    }

    private static void delete(Connection connection) throws IOException {
        try (connection) {
            connection.createChannel().queueDelete(SyncLoad.QUEUE);
        }
    }

    /// A lab's cluster, all of whose nodes serve.
    record Own(LiveLab lab, BenchQueue queue) implements SyncPlace {
        private NodeName first() {
            return lab.nodes().getFirst();
        }

        @Override
        public void prepare() throws IOException {
            BenchQueue.remake(connect(), SyncLoad.QUEUE);
        }

        @Override
        public Connection connect() throws IOException {
            return queue.connect(first(), "bench sync");
        }

        @Override
        public List<Long> processes() throws NotPossible {
            List<Long> all = new ArrayList<>();
            for (NodeName each : lab.nodes()) {
                all.add(lab.cluster().processId(each));
            }
            return all.stream().distinct().toList();
        }

        @Override
        public void mirror() throws IOException, InterruptedException {
            queue.perform(Step.of("set_policy").with("name", "sync").with("pattern", "^sync\\.").with("definition",
                    Map.of("ha-mode", "all")));
            queue.await("slave_nodes", MIRRORS);
        }

        @Override
        public double synchronise() throws IOException, InterruptedException {
            long before = System.nanoTime();
            queue.synchronise(first());
            queue.await("synchronised_slave_nodes", MIRRORS);
            return (System.nanoTime() - before) / SECOND;
        }

        @Override
        public void remove() throws IOException {
            delete(connect());
        }
    }

    /// What takes time happens inside the broker, because a command of `rabbitmqctl` alone takes about a second.
    record Other(OtherBroker broker) implements SyncPlace {
        private static final Pattern PROCESS = Pattern.compile("\"(\\d+)\"");
        private static final String QUEUE = "{ok, Q} = rabbit_amqqueue:lookup(rabbit_misc:r(<<\"/\">>, queue, <<\""
                + SyncLoad.QUEUE + "\">>)), Await = fun(F, Get) -> {ok, Now} = rabbit_amqqueue:lookup("
                + "amqqueue:get_name(Q)), case Get(Now) of L when length(L) >= " + MIRRORS
                + " -> ok; _ -> timer:sleep(10), F(F, Get) end end, ";

        @Override
        public void prepare() throws IOException, NotPossible {
            BenchQueue.remake(connect(), SyncLoad.QUEUE);
        }

        @Override
        public Connection connect() throws IOException, NotPossible {
            return broker.connect("bench sync");
        }

        @Override
        public List<Long> processes() throws IOException, InterruptedException {
            List<Long> all = new ArrayList<>();
            Matcher each = PROCESS.matcher(
                    broker.run("eval", "{All, []} = rpc:multicall(os, getpid, []), All."));
            while (each.find()) {
                all.add(Long.parseLong(each.group(1)));
            }
            return all;
        }

        @Override
        public void mirror() throws IOException, InterruptedException {
            broker.run("set_policy", "sync", "^sync\\.", "{\"ha-mode\":\"all\"}", "--apply-to", "queues");
            broker.run("eval", QUEUE + "Await(Await, fun amqqueue:get_slave_pids/1).");
        }

        @Override
        public double synchronise() throws IOException, InterruptedException {
            String said = broker.run("eval", QUEUE + "Before = erlang:monotonic_time(microsecond), "
                    + "rabbit_amqqueue:sync_mirrors(amqqueue:get_pid(Q)), "
                    + "Await(Await, fun amqqueue:get_sync_slave_pids/1), "
                    + "erlang:monotonic_time(microsecond) - Before.");
            try {
                return Long.parseLong(said) / (double) TimeUnit.SECONDS.toMicros(1);
            } catch (NumberFormatException e) {
                throw new IOException("eval did not answer with microseconds: " + said, e);
            }
        }

        @Override
        public void remove() throws IOException, NotPossible, InterruptedException {
            delete(connect());
            broker.run("clear_policy", "sync");
        }
    }
}
