/// Pictures of the window without a display.
@NullMarked
package mirrorlab.ui.picture;

import org.jspecify.annotations.NullMarked;
