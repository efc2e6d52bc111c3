/// Is the lab true? A recording of the real broker and a report of the same scenario played here are compared by the
/// rules of the recordings' own description; every {@link mirrorlab.lab.conform.Difference} has its step, its place, what
/// was recorded and what came, and where that can be said the rule that it concerns. {@link
/// mirrorlab.lab.conform.Coverage} says from its steps whether a scenario can be played at all. No files, no cluster:
/// JSON in, differences out.
@NullMarked
package mirrorlab.lab.conform;

import org.jspecify.annotations.NullMarked;
