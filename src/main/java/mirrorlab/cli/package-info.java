/// The program's commands. Whatever a command needs is loaded when it runs: a node's process sees neither picocli
/// nor JavaFX.
@NullMarked
package mirrorlab.cli;

import org.jspecify.annotations.NullMarked;
