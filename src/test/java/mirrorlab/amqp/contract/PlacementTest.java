package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// That the contract is asked what it says: on three nodes, of masters that are not at the client's node.
class PlacementTest extends Contract {

    @Test
    void masters_are_elsewhere() throws Exception {
        String queue = queue();
        String local = queue(Map.of("x-queue-master-locator", "client-local"));
        assumeThat(broker.toString()).isEqualTo("three nodes");
        LabBroker lab = (LabBroker) broker;
        assertThat(lab.masterOf(queue)).isNotEmpty().isNotEqualTo(lab.masterOf("ballast0"));
        assertThat(lab.masterOf(local)).isEqualTo(lab.masterOf("ballast0"));
    }
}
