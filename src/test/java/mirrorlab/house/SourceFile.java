package mirrorlab.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One text file of the project, with its path as a person in the project's folder would type it.
record SourceFile(String path, String text) {
    private static final Path TOP = Path.of("").toAbsolutePath();
    private static final Pattern TEXT = Pattern
            .compile(".*\\.(java|fxml|css|properties|json|xml|md|puml|txt)|.*/run|\\.gitignore");

    /// All of them: what is at the top by name, and everything below the four folders.
    static List<SourceFile> all() {
        return Stream.of("pom.xml", "README.md", ".gitignore", ".formatter.xml", ".ci", "src", "fxml", "lab-configs")
                .map(TOP::resolve).filter(Files::exists).flatMap(SourceFile::below).toList();
    }

    static boolean exists(String path) {
        return Files.exists(TOP.resolve(path));
    }

    boolean isJava() {
        return path.endsWith(".java");
    }

    boolean isProgram() {
        return path.startsWith("src/main/java/");
    }

    String folder() {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    List<String> lines() {
        return text.lines().toList();
    }

    /// Where the pattern is found, as `path:line: what was found`.
    Stream<String> places(Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results().map(found -> path + ":" + lineOf(found.start()) + ": " + found.group().strip());
    }

    private long lineOf(int position) {
        return text.substring(0, position).chars().filter(each -> each == '\n').count() + 1;
    }

    private static Stream<SourceFile> below(Path start) {
        try (Stream<Path> files = Files.walk(start)) {
            return files.filter(Files::isRegularFile).map(SourceFile::read)
                    .filter(file -> TEXT.matcher(file.path).matches())
                    .toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SourceFile read(Path file) {
        try {
            String path = TOP.relativize(file).toString().replace('\\', '/');
            return new SourceFile(path, TEXT.matcher(path).matches() ? Files.readString(file) : "");
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
