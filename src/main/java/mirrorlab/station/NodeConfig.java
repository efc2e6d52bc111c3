package mirrorlab.station;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.NodeName;

/// What a node needs to know at its start; as a line of JSON the first thing that its process reads.
///
/// @param type
///            `disc` or `ram`
/// @param members
///            all nodes of the cluster in the order of the cluster file, this one included
/// @param amqpPort
///            0 for any free port, httpPort likewise
/// @param secret
///            opens `/api/lab`; never in arguments or logs
/// @param folder
///            the node's own folder: its data (folder `data`) and the file of its journal
/// @param settings
///            keys of rabbitmq.conf
/// @param seed
///            the only source of chance
public record NodeConfig(NodeName name, String type, List<Member> members, int amqpPort, int httpPort, String secret,
        Path folder,
        Map<String, Object> settings, long seed) {
    static final int LONGEST_LINE = 1 << 20;
    private static final int HIGHEST_PORT = 65_535;

    /// @param networkPort
    ///            where the nodes talk to each other
    public record Member(NodeName name, String type, int networkPort) {}

    /// @throws WrongConfig
    ///             one sentence about what is wrong
    public static NodeConfig parse(String line) throws WrongConfig {
        return NodeConfigLine.parse(line).check();
    }

    /// @throws WrongConfig
    ///             one sentence about what is wrong
    NodeConfig check() throws WrongConfig {
        if (members.isEmpty()) {
            throw new WrongConfig("the node's configuration has no members");
        }
        if (secret.isBlank()) {
            throw new WrongConfig("the node's configuration has no secret");
        }
        checkPort("amqpPort", amqpPort, 0);
        checkPort("httpPort", httpPort, 0);
        for (Member each : members) {
            checkPort("networkPort of " + each.name, each.networkPort, 1);
        }
        if (members.stream().map(Member::name).distinct().count() < members.size()) {
            throw new WrongConfig("the node's configuration names a member twice: " + memberNames());
        }
        if (!memberNames().contains(name)) {
            throw new WrongConfig("the node " + name + " is not among the members of its cluster, " + memberNames());
        }
        return this;
    }

    private static void checkPort(String what, int port, int lowest) throws WrongConfig {
        if (port < lowest || port > HIGHEST_PORT) {
            throw new WrongConfig(what + " must be from " + lowest + " to " + HIGHEST_PORT + ", not " + port);
        }
    }

    List<NodeName> memberNames() {
        return members.stream().map(Member::name).toList();
    }

    Map<NodeName, Integer> networkPorts() {
        Map<NodeName, Integer> ports = new LinkedHashMap<>();
        members.forEach(each -> ports.put(each.name, each.networkPort));
        return ports;
    }

    /// Without the secret.
    @Override
    public String toString() {
        return "NodeConfig[" + name + ", members " + members + ", AMQP " + amqpPort + ", HTTP " + httpPort + ", "
                + folder + "]";
    }
}
