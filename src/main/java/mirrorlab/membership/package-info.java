/// Who may boot alone, who joins whom, and who waits (N-10 to N-14). At the very first start nodes join in the order of the
/// cluster file, which makes the age order of mirrors reproducible (PO-21).
@NullMarked
package mirrorlab.membership;

import org.jspecify.annotations.NullMarked;
