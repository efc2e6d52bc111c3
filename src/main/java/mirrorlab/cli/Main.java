package mirrorlab.cli;

import mirrorlab.station.NodeProcess;

/// The program's door.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length == 1 && arguments[0].equals("node")) {
            System.exit(NodeProcess.run(System.in, System.out, System.err));
        }
        if (Relaunch.isWorthwhile(arguments)) {
            System.exit(Relaunch.run(arguments));
        }
        Relaunch.endWithParent();
        System.exit(Commands.execute(arguments));
    }
}
