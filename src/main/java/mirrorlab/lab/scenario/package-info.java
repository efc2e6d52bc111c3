/// Scenarios: files of steps, what each step may say, and how a step is done at a live cluster.
@NullMarked
package mirrorlab.lab.scenario;

import org.jspecify.annotations.NullMarked;
