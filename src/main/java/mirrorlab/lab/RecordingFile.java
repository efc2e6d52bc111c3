package mirrorlab.lab;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import mirrorlab.journal.Entry;
import mirrorlab.journal.JournalJson;
import mirrorlab.lab.config.BadFile;

/// A recording as a file: one entry a line ({@link JournalJson}), in order of arrival.
public final class RecordingFile {
    private static final long MAXIMUM_BYTES = 16L << 30;

    private RecordingFile() {}

    public static void write(Recording recording, Path file) throws IOException {
        try (BufferedWriter lines = Files.newBufferedWriter(file)) {
            for (Entry each : recording.since(0)) {
                lines.write(JournalJson.write(each));
                lines.newLine();
            }
        }
    }

    public static Recording read(Path file) throws BadFile {
        Recording recording = new Recording();
        int number = 0;
        try {
            if (Files.size(file) > MAXIMUM_BYTES) {
                throw new BadFile(file.toString(), 0, 0, Files.size(file) + " bytes", "at most " + MAXIMUM_BYTES);
            }
            try (BufferedReader lines = Files.newBufferedReader(file)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    number++;
                    recording.add(JournalJson.read(line));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new BadFile(file.toString(), number, 1, String.valueOf(e.getMessage()), "a journal entry as JSON");
        } catch (NoSuchFileException e) {
            throw new BadFile(file.toString(), 0, 0, "no such file", "a recording");
        } catch (IOException e) {
            throw new BadFile(file.toString(), 0, 0, "it cannot be read (" + e.getMessage() + ")", "a recording");
        }
        return recording;
    }
}
