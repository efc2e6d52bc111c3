package mirrorlab.cli;

/** The program's door. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("Mirrorlab");
    }
}
