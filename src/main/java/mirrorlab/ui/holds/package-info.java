/// Where the cluster is made to stand still, and how fast things go: what is set, what holds now, and the way to go on.
@NullMarked
package mirrorlab.ui.holds;

import org.jspecify.annotations.NullMarked;
