package mirrorlab.station;

/// A node's process as the tests start it.
final class NodeMain {
    private NodeMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(NodeProcess.run(System.in, System.out, System.err));
    }
}
