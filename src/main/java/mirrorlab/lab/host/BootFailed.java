package mirrorlab.lab.host;

import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// A node ended before its doors were open.
public final class BootFailed extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient List<String> lastLogLines;

    public BootFailed(String message, List<String> lastLogLines) {
        super(message);
        this.lastLogLines = List.copyOf(lastLogLines);
    }

    static BootFailed of(NodeName node, int exitStatus, List<String> lastLogLines) {
        return new BootFailed("the node " + node + " ended while it booted (exit status " + exitStatus + ")"
                + (lastLogLines.isEmpty() ? "" : "; its last words:"), lastLogLines);
    }

    public List<String> lastLogLines() {
        return lastLogLines;
    }
}
