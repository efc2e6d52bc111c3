/// How things look: themes, languages, type and the colours that painters and style sheets share.
@NullMarked
package mirrorlab.ui.look;

import org.jspecify.annotations.NullMarked;
