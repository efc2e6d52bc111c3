package mirrorlab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.bench.BenchResult;
import mirrorlab.lab.bench.FailoverBench;
import mirrorlab.lab.bench.Figure;
import mirrorlab.lab.bench.OtherBroker;
import mirrorlab.lab.bench.PublishBench;
import mirrorlab.lab.bench.StartBench;
import mirrorlab.lab.bench.SyncBench;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.simulation.ForecastRounds;
import mirrorlab.ui.bench.MemoryBench;
import mirrorlab.ui.bench.RecordedBench;
import mirrorlab.ui.bench.UiBench;
import mirrorlab.ui.picture.PicturePainter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bench start|failover|publish|sync|forecast|ui`: measures and prints each figure beside its target and the real broker's. The
/// exit status is 0 whether targets were met or not: they are promises of a quiet machine.
@Command(name = "bench", mixinStandardHelpOptions = true,
        description = "Measures this machine's lab beside what the real RabbitMQ 3.10.8 did on two cores.")
final class BenchCommand {
    private static final int MOST_ROUNDS = 1000;
    private static final int MOST_QUEUES = 10_000;
    private static final int MOST_SECONDS = 3600;
    private static final int MOST_MINUTES = 24 * 60;
    private static final int MOST_MESSAGES = 100_000_000;

    /// What all measurements understand.
    static final class Asked {
        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        @Option(names = "--json", description = "one JSON object instead of lines")
        private boolean json;

        @Option(names = "--against", paramLabel = "URI", split = ",",
                description = "a running broker's AMQP address, amqp://user:password@host:port/vhost; of two, the second is that of a mirror's node")
        private List<URI> against = new ArrayList<>();

        /// While it is measured.
        void tell(String line) {
            if (!json) {
                spec.commandLine().getOut().println(line);
                spec.commandLine().getOut().flush();
            }
        }

        int print(BenchResult result) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(json ? result.json().toString() : result.text());
            out.flush();
            return Commands.OK;
        }
    }

    private static Scenario threeNodes() {
        return new Scenario("", "", "", ClusterFile.threeNodes(), List.of());
    }

    private static int within(String option, int value, int most) throws NotPossible {
        if (value < 1 || value > most) {
            throw new NotPossible(option + " is " + value + ", expected 1 to " + most);
        }
        return value;
    }

    @Command(name = "start", mixinStandardHelpOptions = true,
            description = "From 'java -jar mirrorlab.jar up' to the ports file, and the memory of three idle nodes.")
    int start(@Mixin Asked asked,
            @Option(names = "--rounds", defaultValue = "5",
                    description = "later starts of each kind (${DEFAULT-VALUE})") int rounds)
            throws Exception {
        within("--rounds", rounds, MOST_ROUNDS);
        return asked.print(asked.against.isEmpty()
                ? new StartBench(rounds).run()
                : BenchResult.skipped("start", "skipped: a broker that runs already cannot be started here"));
    }

    @Command(name = "failover", mixinStandardHelpOptions = true,
            description = "From SIGKILL of the master's process to the next confirm on a surviving node, and until all of many queues are promoted.")
    int failover(@Mixin Asked asked,
            @Option(names = "--rounds", defaultValue = "20",
                    description = "kills of each kind (${DEFAULT-VALUE})") int rounds,
            @Option(names = "--queues", defaultValue = "100",
                    description = "with messages, that lose their master at once (${DEFAULT-VALUE})") int queues)
            throws Exception {
        within("--rounds", rounds, MOST_ROUNDS);
        within("--queues", queues, MOST_QUEUES);
        if (!asked.against.isEmpty()) {
            return asked.print(BenchResult.skipped("failover",
                    "skipped: the process of the master's node must be killed and started again, and an address does not say which it is"));
        }
        try (RunningLab running = RunningLab.open(threeNodes(), new LabOptions(false, false))) {
            running.awaitStarted();
            return asked.print(new FailoverBench(running.lab(), rounds, queues).run());
        }
    }

    @Command(name = "publish", mixinStandardHelpOptions = true,
            description = "Confirmed publishing to a queue on three nodes: 1, 100 and 1,000 unconfirmed, 12 bytes and 1 KiB, persistent and transient, at the master's node and at a mirror's, with and without a consumer. With --against, the other broker alternately; it needs the policy ^ha\\. -> all already.")
    int publish(@Mixin Asked asked,
            @Option(names = "--rounds", defaultValue = "3",
                    description = "of all cases (${DEFAULT-VALUE})") int rounds,
            @Option(names = "--seconds", defaultValue = "4",
                    description = "measured of each case, after half as long to warm up (${DEFAULT-VALUE})") int seconds,
            @Option(names = "--only", defaultValue = "", paramLabel = "REGEX",
                    description = "cases whose name matches, such as '^100 in flight, 12 bytes'") Pattern only)
            throws Exception {
        within("--rounds", rounds, MOST_ROUNDS);
        within("--seconds", seconds, MOST_SECONDS);
        return asked.print(new PublishBench(
                new PublishBench.Asked(rounds, seconds / 2.0, seconds, only, asked.against),
                BenchCommand::running).run());
    }

    @Command(name = "sync", mixinStandardHelpOptions = true,
            description = "From sync_queue until both mirrors of a queue with a backlog of 12-byte persistent messages are synchronised, and the memory of the three nodes. With --against and --against-ctl, the other broker alternately; it has to be a cluster of three.")
    int sync(@Mixin Asked asked,
            @Option(names = "--messages", split = ",", defaultValue = "100000,1000000",
                    description = "in the queue (${DEFAULT-VALUE})") List<Integer> messages,
            @Option(names = "--rounds", defaultValue = "3",
                    description = "of all numbers of messages (${DEFAULT-VALUE})") int rounds,
            @Option(names = "--against-ctl", paramLabel = "COMMAND", defaultValue = "",
                    description = "the other broker's rabbitmqctl with the options that reach the node of the first address") String ctl)
            throws Exception {
        within("--rounds", rounds, MOST_ROUNDS);
        for (int each : messages) {
            within("--messages", each, MOST_MESSAGES);
        }
        if (!asked.against.isEmpty() && ctl.isBlank()) {
            return asked.print(BenchResult.skipped("sync",
                    "skipped: AMQP can neither set a policy nor synchronise a queue; --against-ctl is missing"));
        }
        OtherBroker other = asked.against.isEmpty()
                ? null
                : new OtherBroker(asked.against, List.of(ctl.strip().split("\\s+")));
        return asked.print(new SyncBench(new SyncBench.Asked(rounds, messages, other), BenchCommand::running).run());
    }

    private static LiveLab running() throws IOException, NotPossible, BootFailed, InterruptedException {
        RunningLab running = RunningLab.open(threeNodes(), new LabOptions(false, false));
        running.awaitStarted();
        return running.lab();
    }

    @Command(name = "forecast", mixinStandardHelpOptions = true,
            description = "What would become of 1,000 queues on nine nodes if nodes ended: the computation, as a node does it.")
    int forecast(@Mixin Asked asked,
            @Option(names = "--rounds", defaultValue = "20", description = "(${DEFAULT-VALUE})") int rounds)
            throws Exception {
        within("--rounds", rounds, MOST_ROUNDS);
        if (!asked.against.isEmpty()) {
            return asked.print(BenchResult.skipped("forecast", "skipped: the broker does not forecast anything"));
        }
        ForecastRounds forecasts = new ForecastRounds(1_000, 9);
        return asked.print(new BenchResult("forecast",
                List.of(Figure.of("kill of one node", "ms", forecasts.run(rounds, false)).promised(50),
                        Figure.of("kill and stop of each node", "ms", forecasts.run(rounds, true)).promised(50)),
                List.of()));
    }

    @Command(name = "ui", mixinStandardHelpOptions = true,
            description = "The window's frames, painted by software: while the recording of a large cluster is played to it, and while three node processes carry 1,000 messages a second.")
    int ui(@Mixin Asked asked,
            @Option(names = "--seconds", defaultValue = "20",
                    description = "of each window size (${DEFAULT-VALUE})") int seconds,
            @Option(names = "--rate", defaultValue = "1000",
                    description = "messages a second of the three processes (${DEFAULT-VALUE})") int rate,
            @Option(names = "--display",
                    description = "open the window on this machine's display instead of none") boolean display,
            @Option(names = "--recorded", description = "play the recordings only") boolean recorded,
            @Option(names = "--minutes", paramLabel = "N", defaultValue = "0",
                    description = "instead of all that: so long the traffic of nine nodes, and each minute the heap that is used after a collection") int minutes)
            throws Exception {
        within("--seconds", seconds, MOST_SECONDS);
        within("--rate", rate, 1_000_000);
        if (!asked.against.isEmpty()) {
            return asked.print(BenchResult.skipped("ui", "skipped: the window draws what the lab's own nodes tell"));
        }
        if (display) {
            System.setProperty("prism.order", "sw");
        } else {
            PicturePainter.headless();
        }
        if (minutes > 0) {
            within("--minutes", minutes, MOST_MINUTES);
            return asked.print(new MemoryBench(minutes, asked::tell).run());
        }
        BenchResult played = new RecordedBench(seconds).run();
        if (recorded) {
            return asked.print(played);
        }
        try (RunningLab running = RunningLab.open(threeNodes(), new LabOptions(false, false))) {
            running.awaitStarted();
            return asked.print(played.and(new UiBench(running.lab(), seconds, rate).run()));
        }
    }
}
