package mirrorlab.lab.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// What came of a step: the report's `result` object (`{"outcome": "ok", …}`) and one sentence for people, in English.
public record StepResult(boolean ok, ObjectNode json, String text) {}
