/// The page that has the whole state as text: for copying, and for people who cannot see the drawing.
@NullMarked
package mirrorlab.ui.text;

import org.jspecify.annotations.NullMarked;
