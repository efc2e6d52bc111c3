package mirrorlab.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.host.AotCache;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.ui.MirrorlabWindow;

/// The window, with a running cluster and the welcome scenario at step 0. Without a display the scenario is played in
/// the terminal (contract 1).
final class WindowCommand {

    private WindowCommand() {}

    static int run() throws Exception {
        Scenario welcome = ShippedScenario.welcome();
        LabOptions options = new LabOptions(false, false);
        if (!hasDisplay()) {
            PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
            out.println("There is no display, so the welcome scenario is played here.");
            new TerminalRun(out).play(welcome, options);
            return Commands.OK;
        }
        try (RunningLab running = RunningLab.open(welcome, options)) {
            running.lab().started().thenRun(() -> AotCache.prepare(true));
            MirrorlabWindow.launch(running.lab());
        }
        return Commands.OK;
    }

    /// JavaFX would end with a stack trace where there is none.
    static boolean hasDisplay() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        if (system.contains("windows") || system.contains("mac")
                || "Headless".equals(System.getProperty("glass.platform"))) {
            return true;
        }
        return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
    }

    private static boolean isSet(String variable) {
        String value = System.getenv(variable);
        return value != null && !value.isBlank();
    }
}
