package mirrorlab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import mirrorlab.node.Store;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stores in real folders.
class FolderStoreTest {
    @TempDir
    private Path folder;

    @Test
    void a_value_of_the_largest_size_is_kept_in_a_folder() throws IOException {
        byte[] largest = new byte[DiskStore.MAXIMUM_VALUE];
        largest[largest.length - 1] = 1;
        Store store = DiskStore.open(folder);
        store.write(List.of(new Put("q", 1, Bytes.of(largest)), new Put("q", 2, Bytes.of("after"))));
        store.close();
        try (Store again = DiskStore.open(folder)) {
            again.read("q", (key, value) -> assertThat(value.size()).isEqualTo(key == 1 ? largest.length : 5));
        }
    }

    @Test
    void a_folder_keeps_what_was_written() throws IOException {
        Path data = folder.resolve("deep/er");
        for (long life = 0; life < 3; life++) {
            try (Store store = DiskStore.open(data)) {
                assertThat(entries(store)).hasSize((int) life);
                store.write(List.of(new Put("q", life, Bytes.of("a"))));
                store.sync();
            }
        }
    }

    @Test
    void a_folder_that_is_open_in_this_process_is_refused() throws IOException {
        try (Store store = DiskStore.open(folder)) {
            assertThatThrownBy(() -> DiskStore.open(folder)).isInstanceOf(IOException.class)
                    .hasMessage("the data folder " + folder + " is already open in this process");
            store.write(List.of(new Put("q", 1, Bytes.of("a"))));
        }
        DiskStore.open(folder).close();
    }

    @Test
    void a_folder_in_use_by_another_process_is_refused() throws Exception {
        Process other = new ProcessBuilder(ProcessHandle.current().info().command().orElse("java"), "-Xmx64m", "-cp",
                location(StoreHolder.class) + File.pathSeparator + location(DiskStore.class),
                StoreHolder.class.getName(), folder.toString())
                .redirectErrorStream(true).start();
        try (var output = other.inputReader()) {
            assertThat(output.readLine()).isEqualTo("open");
            assertThatThrownBy(() -> DiskStore.open(folder)).isInstanceOf(IOException.class)
                    .hasMessage("the data folder " + folder + " is in use by another process");
            other.getOutputStream().close();
            assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            other.destroyForcibly();
        }
        DiskStore.open(folder).close();
    }

    @Test
    void a_file_in_place_of_the_folder_is_refused() throws IOException {
        Path file = Files.createFile(folder.resolve("data"));
        assertThatThrownBy(() -> DiskStore.open(file)).isInstanceOf(IOException.class)
                .hasMessage("the data folder " + file + " is a file; a folder was expected");
    }

    @Test
    void an_interrupted_thread_can_still_write() throws IOException {
        try (Store store = DiskStore.open(folder)) {
            Thread.currentThread().interrupt();
            store.write(List.of(new Put("q", 1, Bytes.of("a"))));
            store.sync();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(entries(store)).hasSize(1);
        }
    }

    private static Map<Long, Bytes> entries(Store store) throws IOException {
        Map<Long, Bytes> entries = new TreeMap<>();
        store.read("q", entries::put);
        return entries;
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
