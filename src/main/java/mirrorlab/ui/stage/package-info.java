/// The stage: node columns that keep their place, the queues across them, a cell for each replica. View models first, painters
/// after them; shape says the role and colour only repeats it.
///
/// Every queue has a {@link mirrorlab.ui.stage.Row}, worked out anew only when something was told of it, and a {@link
/// mirrorlab.ui.stage.Risk}. Rows stand by risk, then by name; one that changed flashes before it moves, and nothing moves under
/// the pointer. {@code LaneChoice} says how each is drawn: in a lane with words and messages, in a compact lane with numbers, or
/// in the matrix with glyphs; {@link mirrorlab.ui.stage.StageWish} is what somebody wants to see of them. Only what is in sight
/// has views, and only rows that changed are painted, so that a thousand queues cost little more than ten.
@NullMarked
package mirrorlab.ui.stage;

import org.jspecify.annotations.NullMarked;
