/// Sentences that several views say: scenario steps and rules, in the window's language.
@NullMarked
package mirrorlab.ui.words;

import org.jspecify.annotations.NullMarked;
