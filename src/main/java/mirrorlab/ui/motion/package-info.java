/// What moves. Every dot is one copy's happening, and motion answers one question only: what caused what.
@NullMarked
package mirrorlab.ui.motion;

import org.jspecify.annotations.NullMarked;
