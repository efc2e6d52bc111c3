package mirrorlab.store;

import java.io.IOException;
import java.nio.file.Path;

/// A process that opens a folder, says so, and keeps it until its standard input ends.
final class StoreHolder {
    private StoreHolder() {}

    public static void main(String[] arguments) throws IOException {
        try (DiskStore store = DiskStore.open(Path.of(arguments[0]))) {
            System.out.println(store.tables().isEmpty() ? "open" : "open, and not empty");
            System.in.readAllBytes();
        }
    }
}
