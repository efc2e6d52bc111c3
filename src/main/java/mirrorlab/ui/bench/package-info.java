/// How fast the window draws.
@NullMarked
package mirrorlab.ui.bench;

import org.jspecify.annotations.NullMarked;
