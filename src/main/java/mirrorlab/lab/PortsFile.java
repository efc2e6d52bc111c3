package mirrorlab.lab;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.vocabulary.NodeName;

/// What other programs need to reach a running cluster, in a file that only its owner can read: per node name, process
/// id, ports, user and password, and the lab's own URL with the run's secret. It appears at once and whole.
public final class PortsFile {

    private PortsFile() {}

    public static void write(Path file, LiveLab lab, String url) throws IOException, NotPossible {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("lab").put("pid", ProcessHandle.current().pid()).put("url", url).put("secret", lab.runSecret())
                .put("folder", lab.runFolder().toString());
        ArrayNode nodes = json.putArray("nodes");
        for (NodeName each : lab.nodes()) {
            nodes.addObject().put("name", each.value()).put("pid", lab.cluster().processId(each))
                    .put("amqp_port", lab.cluster().amqpPort(each)).put("http_port", lab.cluster().httpPort(each))
                    .put("user", "guest").put("password", "guest");
        }
        Path whole = file.toAbsolutePath();
        Path fresh = whole.resolveSibling(whole.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, json.toPrettyString() + "\n");
        Files.move(fresh, whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
