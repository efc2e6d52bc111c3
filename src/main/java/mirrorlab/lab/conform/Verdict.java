package mirrorlab.lab.conform;

import java.util.List;

/// What came of one scenario.
///
/// @param seconds
///            how long it was played
/// @param fault
///            why it could not be played to its end; empty when it was, or is not run
public record Verdict(Coverage coverage, List<Difference> differences, double seconds, String fault) {

    public boolean agrees() {
        return coverage.isRun() && fault.isEmpty() && differences.isEmpty();
    }

    public boolean differs() {
        return coverage.isRun() && !agrees();
    }
}
