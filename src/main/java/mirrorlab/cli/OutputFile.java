package mirrorlab.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import mirrorlab.lab.host.NotPossible;

/// Files that a command writes at its end, looked at before anything is started: the work must not be lost for a wrong path.
final class OutputFile {

    private OutputFile() {}

    /// @param what
    ///            names the file's contents: "the report"
    /// @throws NotPossible
    ///             it could not be written as things stand
    static void check(Path file, String what) throws NotPossible {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new NotPossible(
                    what + " cannot be written to " + file + ": that is a folder, expected a file's name");
        }
        if (!Files.isDirectory(folder)) {
            throw new NotPossible(what + " cannot be written to " + file + ": there is no folder " + folder);
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new NotPossible(what + " cannot be written to " + file + ": no permission to write there");
        }
    }
}
