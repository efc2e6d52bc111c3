/// Files that people write: what a cluster is made of, and the reading of JSON with the place of everything in it, so
/// that a {@link mirrorlab.lab.config.BadFile} can say file, line, column, what was found and what was expected.
@NullMarked
package mirrorlab.lab.config;

import org.jspecify.annotations.NullMarked;
