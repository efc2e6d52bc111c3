/// The stage: node columns that keep their place, a lane for each queue, a cell for each replica. View models first,
/// painters after them; shape says the role and colour only repeats it.
@NullMarked
package mirrorlab.ui.stage;

import org.jspecify.annotations.NullMarked;
