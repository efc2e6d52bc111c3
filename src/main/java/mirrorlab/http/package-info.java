/// A node's HTTP door.
///
/// The server is the JDK's own (module `jdk.httpserver`): on this program's reference machine of two cores, creating and
/// starting it takes START_MS ms of a node's start, the first answer FIRST_MS ms more, most of that for Jackson's classes,
/// while the JVM itself needs JVM_MS ms to reach `main`. Each request has a virtual thread, so a stream of the journal or a
/// sync that takes a minute blocks nobody.
@NullMarked
package mirrorlab.http;

import org.jspecify.annotations.NullMarked;
