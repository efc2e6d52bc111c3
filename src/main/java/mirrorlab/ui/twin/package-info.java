/// The management twin: RabbitMQ's own management screen as it was in 3.10.8, drawn from the recording. Who knows that screen
/// finds the way here, and who learned it here finds the way there: Overview, Connections,
/// Channels, Exchanges and one exchange, Queues and one queue, Admin > Policies, with the words, badges and colours of the
/// original.
///
/// Whose screen it is stands at the top: every node has one, commands given on it go through that node, and a node that does
/// not run shows nothing. What is drawn is the folded recording, so that the past can be looked at, as a picture without
/// buttons; commands are steps like everywhere in the window. State words and counters follow what the real screen shows in
/// the same situation: a mirrored queue without a master has an empty state and `NaN` (F-26), a queue that nothing happens to
/// is idle after a while.
///
/// Rates are counted over the last five seconds of the recording, charts keep a value for each second of its last minute;
/// both are the same for the past as they were then. What the recording does not tell is not shown: gets of an empty queue,
/// reads and writes of the disk, bytes, memory, who uses transactions.
///
/// The real screen is English only. In Chinese every label is Chinese and its tooltip begins with the real screen's word;
/// tooltips also name the field of the HTTP API. Kept in the original's words in both languages is what trainees must
/// recognise: `+1`, `Syncing: 37%`, feature letters, policy keys. Beyond the original: the defaults of the policy keys are
/// written beside their links, and a list of a thousand queues scrolls instead of turning pages.
@NullMarked
package mirrorlab.ui.twin;

import org.jspecify.annotations.NullMarked;
