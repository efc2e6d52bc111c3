package mirrorlab.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mirrorlab.lab.config.BadFile;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;

/// A folder with `scenarios/*.json` and, for each, what the real broker did in `golden/*.json`; and, if there are scenarios
/// that differ on principle, `differs.json`.
///
/// @param reasons
///            why scenarios differ on principle, by their names
record ConformFolder(Path folder, List<Scenario> scenarios, Map<String, String> reasons) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// Reads the scenarios in order of their names; of the recordings it only sees that they are there.
    ///
    /// @param filter
    ///            must be found in a scenario's name
    static ConformFolder open(Path folder, Pattern filter) throws NotPossible, BadFile, IOException {
        Path place = folder.resolve("scenarios");
        if (!Files.isDirectory(place) || !Files.isDirectory(folder.resolve("golden"))) {
            throw new NotPossible(
                    folder + " is no folder of recordings: expected the folders scenarios and golden in it");
        }
        List<Scenario> scenarios = new ArrayList<>();
        try (Stream<Path> files = Files.list(place)) {
            for (Path each : files.filter(file -> file.toString().endsWith(".json")).sorted().toList()) {
                String name = each.getFileName().toString().replace(".json", "");
                if (filter.matcher(name).find()) {
                    scenarios.add(read(each, name, folder));
                }
            }
        }
        if (scenarios.isEmpty()) {
            throw new NotPossible("no scenario in " + place + " has a name in which " + filter + " is found");
        }
        return new ConformFolder(folder, List.copyOf(scenarios), reasons(folder.resolve("differs.json")));
    }

    private static Map<String, String> reasons(Path file) throws NotPossible, IOException {
        Map<String, String> reasons = new TreeMap<>();
        if (Files.exists(file)) {
            JsonNode json;
            try {
                json = MAPPER.readTree(file.toFile());
            } catch (JsonProcessingException e) {
                throw new NotPossible(file + " is no JSON file: " + e.getOriginalMessage());
            }
            for (Map.Entry<String, JsonNode> each : json.properties()) {
                if (!each.getValue().isTextual() || each.getValue().asText().isBlank()) {
                    throw new NotPossible(file + " gives no reason for " + each.getKey() + ", expected a sentence");
                }
                reasons.put(each.getKey(), each.getValue().asText());
            }
        }
        return reasons;
    }

    private static Scenario read(Path file, String name, Path folder) throws NotPossible, BadFile {
        Scenario scenario = ScenarioFile.read(file);
        if (!scenario.name().equals(name)) {
            throw new NotPossible(file + " names its scenario " + scenario.name() + ", expected " + name);
        }
        if (!Files.isRegularFile(golden(folder, name))) {
            throw new NotPossible("there is no recording " + golden(folder, name) + " for " + file);
        }
        return scenario;
    }

    private static Path golden(Path folder, String name) {
        return folder.resolve("golden").resolve(name + ".json");
    }

    /// The recording of a scenario.
    JsonNode golden(Scenario scenario) throws IOException {
        Path file = golden(folder, scenario.name());
        try {
            return MAPPER.readTree(file.toFile());
        } catch (IOException e) {
            throw new IOException(file + " is not a recording: " + e.getMessage(), e);
        }
    }
}
