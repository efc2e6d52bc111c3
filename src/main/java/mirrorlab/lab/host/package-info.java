/// Where nodes live: as processes of their own ({@link mirrorlab.lab.host.ProcessHost}) or in the lab's JVM
/// ({@link mirrorlab.lab.host.EmbeddedHost}), and the {@link mirrorlab.lab.host.Cluster} that supervises them. Start,
/// kill, stop, pause and resume are all that differs between the two hosts.
@NullMarked
package mirrorlab.lab.host;

import org.jspecify.annotations.NullMarked;
