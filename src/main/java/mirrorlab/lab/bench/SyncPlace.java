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
        private static final Pattern SYNCHRONISED = Pattern.compile("\\{ok,ok,(\\d+)}");
        private static final String POLICY = "sync";
        /// Above whatever policy the broker has for its own queues.
        private static final String PRIORITY = "1000";
        private static final int THERE_WITHIN_SECONDS = 600;
        /// `Await` looks every 10 ms until as many are there: `ok`, or `{late, Replicas}`.
        private static final String QUEUE = "{ok, Q} = rabbit_amqqueue:lookup(rabbit_misc:r(<<\"/\">>, queue, <<\""
                + SyncLoad.QUEUE + "\">>)), Now = fun(Get) -> {ok, N} = rabbit_amqqueue:lookup(amqqueue:get_name(Q)), "
                + "Get(N) end, Await = fun(F, Get, Left) -> case Now(Get) of L when length(L) >= " + MIRRORS
                + " -> ok; L when Left < 1 -> {late, L}; _ -> timer:sleep(10), F(F, Get, Left - 1) end end, Within = "
                + THERE_WITHIN_SECONDS * 100 + ", ";

        /// A policy of a run that broke off would place mirrors at once.
        @Override
        public void prepare() throws IOException, NotPossible, InterruptedException {
            broker.run("eval", "rabbit_policy:delete(<<\"/\">>, <<\"" + POLICY + "\">>, <<\"guest\">>), ok.");
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
            if (all.size() != MIRRORS + 1) {
                throw new IOException("the other broker has " + all.size() + " running nodes, expected "
                        + (MIRRORS + 1));
            }
            return all;
        }

        @Override
        public void mirror() throws IOException, InterruptedException {
            broker.run("set_policy", POLICY, "^sync\\.", "{\"ha-mode\":\"all\",\"ha-sync-mode\":\"manual\"}",
                    "--priority",
                    PRIORITY, "--apply-to", "queues");
            expect("{ok,[]}", broker.run("eval", QUEUE
                    + "{Await(Await, fun amqqueue:get_slave_pids/1, Within), Now(fun amqqueue:get_sync_slave_pids/1)}."),
                    MIRRORS + " mirrors, none of them synchronised");
        }

        @Override
        public double synchronise() throws IOException, InterruptedException {
            String said = broker.run("eval", QUEUE + "Before = erlang:monotonic_time(microsecond), "
                    + "Asked = rabbit_amqqueue:sync_mirrors(amqqueue:get_pid(Q)), "
                    + "Done = Await(Await, fun amqqueue:get_sync_slave_pids/1, Within), "
                    + "{Asked, Done, erlang:monotonic_time(microsecond) - Before}.");
            Matcher micros = SYNCHRONISED.matcher(said);
            if (!micros.matches()) {
                throw new IOException("the other broker did not synchronise its mirrors: " + said);
            }
            return Long.parseLong(micros.group(1)) / (double) TimeUnit.SECONDS.toMicros(1);
        }

        private static void expect(String wanted, String said, String what) throws IOException {
            if (!said.equals(wanted)) {
                throw new IOException(
                        "the other broker's queue should have " + what + ", but rabbitmqctl said " + said);
            }
        }

        @Override
        public void remove() throws IOException, NotPossible, InterruptedException {
            delete(connect());
            broker.run("clear_policy", POLICY);
        }
    }
}
