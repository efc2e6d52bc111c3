package mirrorlab.lab.host;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

    /// The jar that this program runs from; null when it runs from something else.
    public static @Nullable Path jar() {
        String path = classPath();
        Path jar = path.endsWith(".jar") && !path.contains(File.pathSeparator) ? Path.of(path).toAbsolutePath() : null;
        return jar != null && Files.isRegularFile(jar) ? jar : null;
    }

    /// The program as people start it, `java -jar mirrorlab.jar`, when it runs from a jar; without arguments.
    public static List<String> asTyped() {
        Path jar = jar();
        return jar == null
                ? command(List.of("--enable-native-access=ALL-UNNAMED"))
                : new ArrayList<>(List.of(java(), "-jar", jar.toString()));
    }

    /// A command line that ends before the program's own arguments.
    public static List<String> command(List<String> flags) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), MAIN));
        return command;
    }
}
