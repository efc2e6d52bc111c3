/// The lab starts and supervises nodes, plays scenarios, keeps the ledger and makes the recording. It talks to nodes
/// through their doors only (AMQP for messages, HTTP for the rest), embedded or not. {@link mirrorlab.lab.Lab} is its
/// whole face towards window and command line.
///
/// The recording keeps every happening: the newest in memory, older ones packed in a file ({@link mirrorlab.lab.Recording}), so
/// that a lab may run for hours. Whoever folds it remembers how far it came.
@NullMarked
package mirrorlab.lab;

import org.jspecify.annotations.NullMarked;
