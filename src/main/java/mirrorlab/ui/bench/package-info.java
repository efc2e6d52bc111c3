/// How fast the window draws: over a live cluster, and while the recording of a large one is played to it, which is made up and
/// the same in every run.
@NullMarked
package mirrorlab.ui.bench;

import org.jspecify.annotations.NullMarked;
