package mirrorlab.lab.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import mirrorlab.lab.config.BadFile;

/// Scenarios that come with the program, on its class path under `lab-configs/scenarios/`.
public final class ShippedScenario {

    private ShippedScenario() {}

    /// The scenario that a new window shows.
    public static Scenario welcome() {
        return of("welcome");
    }

    /// @param name
    ///            without `.json`
    public static Scenario of(String name) {
        String resource = "/lab-configs/scenarios/" + name + ".json";
        try (InputStream stream = Objects.requireNonNull(ShippedScenario.class.getResourceAsStream(resource),
                resource)) {
            return ScenarioFile.parse(name + ".json", new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException | BadFile e) {
            throw new IllegalStateException("the program's own file " + resource + " is wrong: " + e.getMessage(), e);
        }
    }
}
