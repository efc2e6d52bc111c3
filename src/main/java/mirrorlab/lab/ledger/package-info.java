/// The account of every message and the reason of every promotion, refusal and loss: folds of the recording.
///
/// {@link mirrorlab.lab.ledger.Ledger} takes every entry. It keeps one book for each queue, in which it only collects what
/// channels and replicas said, as intervals of message ids. When somebody asks, {@link mirrorlab.lab.ledger.Reckoning} closes the
/// book: each published message gets exactly one {@link mirrorlab.lab.ledger.Fate}, and its publisher's
/// {@link mirrorlab.lab.ledger.Word}. So late entries find their place, and no order of arrival between nodes matters.
///
/// Cause cards are made the same way: a {@link mirrorlab.lab.ledger.Reason} keeps what was known at the moment of the happening,
/// and the sentences are written on demand. Each card cites numbered {@link mirrorlab.lab.ledger.Rules}, which the project
/// carries under `rules/`. All words are keys of the bundle `fxml/i18n/messages`: `fate.`, `word.`, `cause.`, `event.`.
@NullMarked
package mirrorlab.lab.ledger;

import org.jspecify.annotations.NullMarked;
