package mirrorlab.station;

import mirrorlab.node.Ending;

/// How a node's life has ended.
///
/// @param status
///            of its process: {@value #STOPPED}, {@value #BOOT_FAILED}, {@value #BUG}, {@value #WRONG_CONFIG}; -1 when
///            it was killed
/// @param sentence
///            why, for people; empty after a clean stop
public record Exit(int status, String sentence) {
    public static final int STOPPED = 0;
    public static final int BOOT_FAILED = 69;
    public static final int BUG = 70;
    public static final int WRONG_CONFIG = 78;
    public static final int KILLED = -1;

    static Exit of(Ending ending) {
        return switch (ending) {
            case Ending.Stopped() -> new Exit(STOPPED, "");
            case Ending.BootFailed(String text) -> new Exit(BOOT_FAILED, "the boot failed: " + text);
            case Ending.Crashed crashed -> new Exit(BUG, crashed.text());
            case Ending.Killed() -> new Exit(KILLED, "killed");
        };
    }
}
