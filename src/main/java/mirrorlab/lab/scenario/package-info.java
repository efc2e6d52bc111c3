/// Scenarios: files of steps and what each step may say. How a step is done at a live cluster is package `play`.
@NullMarked
package mirrorlab.lab.scenario;

import org.jspecify.annotations.NullMarked;
