/// What happened, in the past tense, and the picture that follows from it.
///
/// Every node appends {@link mirrorlab.journal.Entry entries}; the lab adds its own. Everything that is drawn or accounted for
/// is a fold of them. *Structural* happenings are rare and each one counts; *traffic* happenings speak of intervals of
/// message ids, leave a node at most every 50 ms per queue and channel, and are merged when the reader is slow.
@NullMarked
package mirrorlab.journal;

import org.jspecify.annotations.NullMarked;
