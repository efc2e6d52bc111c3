package mirrorlab.cli;

import java.util.concurrent.Callable;
import mirrorlab.station.NodeProcess;
import picocli.CommandLine.Command;

@Command(name = "node", mixinStandardHelpOptions = true,
        description = "One broker; its configuration comes as one line of JSON on standard input. Used by the lab.")
final class NodeCommand implements Callable<Integer> {

    @Override
    public Integer call() throws InterruptedException {
        return NodeProcess.run(System.in, System.out, System.err);
    }
}
