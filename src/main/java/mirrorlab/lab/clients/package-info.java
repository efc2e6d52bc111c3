/// The lab's own publishers and consumers as a window shows them. They run in {@link mirrorlab.lab.play} on the Java client
/// library, so what they see is what an application sees; here is only what they say of themselves.
@NullMarked
package mirrorlab.lab.clients;

import org.jspecify.annotations.NullMarked;
