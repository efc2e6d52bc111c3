package mirrorlab.cli;

import java.io.IOException;
import mirrorlab.lab.config.BadFile;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import org.jspecify.annotations.Nullable;

/// What goes wrong through no fault of the program, as one sentence.
final class Faults {

    private Faults() {}

    /// Null when it is a bug.
    static @Nullable String sentence(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof BootFailed failed) {
                return failed.getMessage() + (failed.lastLogLines().isEmpty()
                        ? ""
                        : "\n  " + String.join("\n  ", failed.lastLogLines()));
            }
            if (each instanceof BadFile || each instanceof NotPossible || each instanceof IOException) {
                return each.getMessage() == null ? each.toString() : each.getMessage();
            }
        }
        return null;
    }
}
