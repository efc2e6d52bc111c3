package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// That the contract is asked what it says: on three nodes, of masters that are not at the client's node.
class PlacementTest extends Contract {

    private String master(String queue) throws Exception {
        return ((LabBroker) broker).masterOf(queue);
    }

    private boolean isCluster() {
        return broker.toString().equals("three nodes");
    }

    @Test
    void masters_are_at_another_node() throws Exception {
        String queue = queue();
        if (isCluster()) {
            assertThat(master(queue)).isEqualTo("far@localhost");
        }
    }

    @Test
    void locators_find_a_node() throws Exception {
        String fewest = queueName();
        String local = queueName();
        channel.queueDeclare(fewest, false, false, false, Map.of("x-queue-master-locator", "min-masters"));
        channel.queueDeclare(local, false, false, false, Map.of("x-queue-master-locator", "client-local"));
        if (isCluster()) {
            assertThat(master(fewest)).isNotEqualTo("near@localhost");
            assertThat(master(local)).isEqualTo("near@localhost");
        }
    }
}
