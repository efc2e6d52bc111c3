package mirrorlab.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What the system says about the memory of processes (Linux).
///
/// @param resident
///            MiB in memory, pages shared with others counted in each process
/// @param proportional
///            MiB in memory, a page that n processes share counted as an nth
public record Memory(double resident, double proportional) {
    private static final double KIB_IN_MIB = 1024;

    /// Added over these processes.
    ///
    /// @throws IOException
    ///             the system does not tell
    public static Memory of(List<Long> processes) throws IOException {
        double resident = 0;
        double proportional = 0;
        for (long each : processes) {
            List<String> lines = Files.readAllLines(Path.of("/proc", String.valueOf(each), "smaps_rollup"));
            resident += mebibytes(lines, "Rss:");
            proportional += mebibytes(lines, "Pss:");
        }
        return new Memory(resident, proportional);
    }

    /// The most MiB that any of these processes ever had in memory.
    ///
    /// @throws IOException
    ///             the system does not tell
    public static double highest(List<Long> processes) throws IOException {
        double highest = 0;
        for (long each : processes) {
            List<String> lines = Files.readAllLines(Path.of("/proc", String.valueOf(each), "status"));
            highest = Math.max(highest, mebibytes(lines, "VmHWM:"));
        }
        return highest;
    }

    private static double mebibytes(List<String> lines, String key) throws IOException {
        for (String each : lines) {
            if (each.startsWith(key)) {
                return Double.parseDouble(each.substring(key.length()).replace("kB", "").strip()) / KIB_IN_MIB;
            }
        }
        throw new IOException("the system does not tell " + key);
    }
}
