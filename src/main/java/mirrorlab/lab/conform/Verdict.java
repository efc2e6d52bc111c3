package mirrorlab.lab.conform;

import java.util.List;

/// What came of one scenario.
///
/// @param times
///            how often it was played; the rest tells of the last time
/// @param seconds
///            how long it was played
/// @param standstill
///            for how many of these the machine stood still; 0 when it did not
/// @param fault
///            why it could not be played to its end; empty when it was, or is not run
/// @param reason
///            why it differs on principle; empty when it should agree
public record Verdict(Coverage coverage, List<Difference> differences, int times, double seconds, double standstill,
        String fault,
        String reason) {

    public boolean agrees() {
        return coverage.isRun() && fault.isEmpty() && differences.isEmpty();
    }

    /// In another way than the recordings' own list of reasons says.
    public boolean differs() {
        return coverage.isRun() && !agrees() && !differsOnPrinciple();
    }

    public boolean differsOnPrinciple() {
        return coverage.isRun() && !agrees() && fault.isEmpty() && !reason.isEmpty();
    }
}
