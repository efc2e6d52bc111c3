package mirrorlab.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The program and its commands. Exit status 2 means wrong input, said in one sentence.
@Command(name = "mirrorlab", version = "Mirrorlab 0.1.0", mixinStandardHelpOptions = true, sortOptions = false,
        description = "A lab for RabbitMQ classic mirrored queues on a real cluster. Without a command: the window.")
final class Commands implements Callable<Integer> {
    static final int OK = 0;
    static final int NOT_AS_EXPECTED = 1;
    static final int WRONG_INPUT = 2;
    /// What these log is in reports or in nodes' logs; kept so that their levels are not forgotten.
    private static final List<Logger> QUIET = List.of(Logger.getLogger("com.rabbitmq.client"),
            Logger.getLogger("mirrorlab.amqp"),
            Logger.getLogger("org.jgroups"));

    private static Map<String, Supplier<Object>> known(PrintWriter out, PrintWriter err) {
        Map<String, Supplier<Object>> known = new LinkedHashMap<>();
        known.put("run", RunCommand::new);
        known.put("up", () -> new UpCommand(out, err));
        known.put("conform", ConformCommand::new);
        known.put("picture", PictureCommand::new);
        known.put("node", NodeCommand::new);
        known.put("simulate", SimulateCommand::new);
        known.put("bench", BenchCommand::new);
        known.put("soak", SoakCommand::new);
        known.put("train", TrainCommand::new);
        return known;
    }

    static int execute(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        return execute(out, err, arguments);
    }

    static int execute(PrintWriter out, PrintWriter err, String... arguments) {
        QUIET.forEach(each -> each.setLevel(Level.OFF));
        List<String> words = List.of(arguments);
        UpCommand up = !words.isEmpty() && words.getFirst().equals("up")
                ? UpCommand.plain(out, err, words.subList(1, words.size()))
                : null;
        return up == null ? byPicocli(out, err, arguments) : plainly(up, err);
    }

    private static int plainly(UpCommand up, PrintWriter err) {
        try {
            return up.call();
        } catch (Exception e) {
            String sentence = Faults.sentence(e);
            if (sentence == null) {
                e.printStackTrace(err);
                return NOT_AS_EXPECTED;
            }
            err.println("mirrorlab: " + sentence);
            return WRONG_INPUT;
        }
    }

    private static int byPicocli(PrintWriter out, PrintWriter err, String[] arguments) {
        CommandLine line = new CommandLine(new Commands());
        Map<String, Supplier<Object>> known = known(out, err);
        Supplier<Object> asked = arguments.length == 0 ? null : known.get(arguments[0]);
        if (asked != null) {
            // looking at all the others would take a tenth of the time to a running cluster
            line.addSubcommand(arguments[0], asked.get());
        } else {
            known.forEach((name, command) -> line.addSubcommand(name, command.get()));
        }
        line.setOut(out).setErr(err);
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            String sentence = Faults.sentence(thrown);
            if (sentence == null) {
                throw thrown;
            }
            err.println("mirrorlab: " + sentence);
            return WRONG_INPUT;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        return WindowCommand.run();
    }
}
