package mirrorlab.lab.host;

import java.util.List;

/// A node ended before its doors were open.
public final class BootFailed extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient List<String> lastLogLines;

    public BootFailed(String message, List<String> lastLogLines) {
        super(message);
        this.lastLogLines = List.copyOf(lastLogLines);
    }

    public List<String> lastLogLines() {
        return lastLogLines;
    }
}
