package mirrorlab.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
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
            if (each instanceof FileSystemException file) {
                return file.getFile() + ": " + reason(file);
            }
            if (each instanceof BadFile || each instanceof NotPossible || each instanceof IOException) {
                return each.getMessage() == null ? each.toString() : each.getMessage();
            }
        }
        return null;
    }

    /// The JDK leaves the reason out where the exception's class tells it.
    private static String reason(FileSystemException fault) {
        return switch (fault) {
            case NoSuchFileException missing -> "there is no such file or folder";
            case AccessDeniedException denied -> "no permission";
            default -> fault.getReason() == null ? fault.getClass().getSimpleName() : fault.getReason();
        };
    }
}
