package mirrorlab.lab.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mirrorlab.vocabulary.NodeName;

/// What a node needs to know at its start.
///
/// @param members
///            all nodes of the cluster in the order of the cluster file, this one included
/// @param secret
///            opens `/api/lab`; never in arguments or logs
/// @param folder
///            the node's own folder: data and log
public record NodeLaunch(NodeName name, String type, List<Member> members, int amqpPort, int httpPort, String secret,
        Path folder,
        Map<String, Object> settings, long seed) {

    /// @param networkPort
    ///            where the nodes talk to each other
    public record Member(NodeName name, String type, int networkPort) {}

    NodeLaunch with(Member member) {
        return new NodeLaunch(name, type, Stream.concat(members.stream(), Stream.of(member)).toList(), amqpPort,
                httpPort, secret, folder, settings, seed);
    }
}
