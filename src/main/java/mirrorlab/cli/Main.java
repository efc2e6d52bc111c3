package mirrorlab.cli;

import mirrorlab.lab.host.LabStart;
import mirrorlab.station.NodeProcess;

/// The program's door.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length == 1 && arguments[0].equals("node")) {
            System.exit(NodeProcess.run(System.in, System.out, System.err));
        }
        LabStart.withCache(arguments);
        System.exit(Commands.execute(arguments));
    }
}
