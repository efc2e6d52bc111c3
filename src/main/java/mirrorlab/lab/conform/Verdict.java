package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;

/// What came of one scenario.
///
/// @param coherence
///            what the report must hold by itself; its faults are among the differences
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
public record Verdict(Coverage coverage, List<Difference> differences, Coherence coherence, int times, double seconds,
        double standstill,
        String fault,
        String reason) {

    /// Of a scenario of which there is no report.
    public static Verdict without(Coverage coverage, int times, double standstill, String fault, String reason) {
        return new Verdict(coverage, List.of(), Coherence.of(MissingNode.getInstance()), times, 0, standstill, fault,
                reason);
    }

    public boolean agrees() {
        return coverage.isRun() && fault.isEmpty() && differences.isEmpty();
    }

    /// In another way than the recordings' own list of reasons says.
    public boolean differs() {
        return coverage.isRun() && !agrees() && !differsOnPrinciple();
    }

    public boolean differsOnPrinciple() {
        return coverage.isRun() && !agrees() && fault.isEmpty() && !reason.isEmpty() && coherence.faults().isEmpty();
    }
}
