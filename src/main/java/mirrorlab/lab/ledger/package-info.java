/// The account of every message and the reason of every promotion, refusal and loss: folds of the recording.
@NullMarked
package mirrorlab.lab.ledger;

import org.jspecify.annotations.NullMarked;
