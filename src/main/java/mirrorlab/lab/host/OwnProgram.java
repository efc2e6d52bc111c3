package mirrorlab.lab.host;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// How this program is started once more.
public final class OwnProgram {
    static final String MAIN = "mirrorlab.cli.Main";

    private OwnProgram() {}

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// The class path of this program; when a launcher loaded it, the launcher's entries for it.
    public static String classPath() {
        if (OwnProgram.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs()).map(OwnProgram::file)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }

    private static String file(URL place) {
        return Path.of(URI.create(place.toString())).toString();
    }

    /// A command line that ends before the program's own arguments.
    public static List<String> command(List<String> flags) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), MAIN));
        return command;
    }
}
