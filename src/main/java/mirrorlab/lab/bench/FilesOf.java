package mirrorlab.lab.bench;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/// How large files are that come and go meanwhile.
final class FilesOf {
    private FilesOf() {}

    /// Bytes of all files in a node's folder, and of those without a name that its process keeps open (Linux).
    static long node(Path folder, long process) throws IOException {
        return in(folder) + nameless(Path.of("/proc", String.valueOf(process), "fd"), folder);
    }

    private static long in(Path folder) throws IOException {
        long[] sum = {0};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) throws IOException {
                if (gone instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw gone;
            }
        });
        return sum[0];
    }

    private static long nameless(Path open, Path folder) throws IOException {
        if (!Files.isDirectory(open)) {
            return 0;
        }
        long sum = 0;
        try (Stream<Path> all = Files.list(open)) {
            for (Path each : all.toList()) {
                try {
                    String target = Files.readSymbolicLink(each).toString();
                    if (target.startsWith(folder.toString()) && target.endsWith(" (deleted)")) {
                        sum += Files.size(each);
                    }
                } catch (NoSuchFileException closed) {
                    // it takes no room any more
                }
            }
        }
        return sum;
    }
}
