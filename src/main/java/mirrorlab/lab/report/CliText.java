package mirrorlab.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What counts of an error text of rabbitmqctl: the broker's sentence without the banner and without regard to white
/// space; nothing where the broker printed an Erlang term or a diagnostics block.
final class CliText {
    private static final Pattern BANNER = Pattern.compile(
            "(Setting|Clearing|Synchronising|Stopping|Starting|Removing|Clustering|Turning|Resetting|Listing|Shutting|Waiting) .*");
    private static final Pattern TERM = Pattern
            .compile("(?s).*(\\{:|#PID<|function_clause|badmap|\\{nodedown|DIAGNOSTICS).*");

    private CliText() {}

    static String sentence(String text) {
        if (TERM.matcher(text).matches()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        for (String each : text.lines().toList()) {
            String line = each.strip();
            if (line.startsWith("Arguments given:") || line.startsWith("Usage")) {
                break;
            }
            if (!line.isEmpty() && !BANNER.matcher(line).matches()) {
                lines.add(line.replaceAll("\\s+", " "));
            }
        }
        return String.join(" ", lines).replaceFirst("^Error: ?", "");
    }
}
