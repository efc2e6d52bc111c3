package mirrorlab.lab.conform;

import java.util.regex.Pattern;

/// What counts of an error text of rabbitmqctl: what the broker says, without regard to white space, up to the usage or
/// diagnostics that follow; nothing where it printed an Erlang term.
final class CliText {
    private static final Pattern TERM = Pattern
            .compile("(?s).*(\\{+:|#PID<|function_clause|badmap|\\{nodedown).*");
    private static final Pattern REST = Pattern
            .compile("(?s)(Arguments given:|Usage\\b|Most common reasons|DIAGNOSTICS).*");
    private static final Pattern SPACE = Pattern.compile("\\s+");

    private CliText() {}

    /// @return empty when only the exit code counts
    static String of(String text) {
        return TERM.matcher(text).matches() ? "" : SPACE.matcher(REST.matcher(text).replaceFirst("")).replaceAll("");
    }
}
