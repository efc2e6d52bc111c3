package mirrorlab.lab.report;

import java.util.List;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;

/// A step that was played.
///
/// @param number
///            counted from 1, the report's `i`
/// @param unmet
///            what was expected and did not come, one line each
/// @param millis
///            how long it took
public record PlayedStep(int number, Step step, StepResult result, List<String> unmet, long millis) {}
