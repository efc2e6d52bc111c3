/// A node's HTTP door.
///
/// The server is the JDK's own (module `jdk.httpserver`): on two cores, creating and starting it costs 40 to 60 ms of
/// processor time and its first answer some 110 ms more, most of that for virtual threads and lambdas that a node needs
/// anyway; the JVM itself takes 30 ms to reach `main`. A library would add classes to load and buy nothing that is
/// needed here. Each request has a virtual thread, so a stream of the journal or a sync that takes a minute
/// blocks nobody.
@NullMarked
package mirrorlab.http;

import org.jspecify.annotations.NullMarked;
