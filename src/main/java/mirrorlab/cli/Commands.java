package mirrorlab.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The program and its commands. Exit status 2 means wrong input, said in one sentence.
@Command(name = "mirrorlab", version = "Mirrorlab 0.1.0", mixinStandardHelpOptions = true, sortOptions = false,
        description = "A lab for RabbitMQ classic mirrored queues on a real cluster. Without a command: the window.",
        subcommands = {
                RunCommand.class, UpCommand.class, PictureCommand.class, NodeCommand.class, SimulateCommand.class,
                BenchCommand.class,
                TrainCommand.class})
final class Commands implements Callable<Integer> {
    static final int OK = 0;
    static final int NOT_AS_EXPECTED = 1;
    static final int WRONG_INPUT = 2;
    /// What these log is in reports or in nodes' logs; kept so that their levels are not forgotten.
    private static final List<Logger> QUIET = List.of(Logger.getLogger("com.rabbitmq.client"),
            Logger.getLogger("mirrorlab.amqp"),
            Logger.getLogger("org.jgroups"));

    static int execute(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        return line(out, err).execute(arguments);
    }

    static CommandLine line(PrintWriter out, PrintWriter err) {
        QUIET.forEach(each -> each.setLevel(Level.OFF));
        CommandLine line = new CommandLine(new Commands()).setOut(out).setErr(err);
        line.setExecutionExceptionHandler((thrown, command, parsed) -> {
            String sentence = Faults.sentence(thrown);
            if (sentence == null) {
                throw thrown;
            }
            err.println("mirrorlab: " + sentence);
            return WRONG_INPUT;
        });
        return line;
    }

    @Override
    public Integer call() throws Exception {
        return WindowCommand.run();
    }
}
