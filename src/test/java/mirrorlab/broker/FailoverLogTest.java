package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientMethod;
import org.junit.jupiter.api.Test;

/// What nodes write into their logs when a replica is lost.
class FailoverLogTest {
    private final TableCluster cluster = new TableCluster(3);

    @Test
    void a_promotion_and_who_saw_which_replica_down_are_logged() { // F-15
        cluster.administer(cluster.node(1),
                new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, Map.of("ha-mode", "all")));
        cluster.connect(cluster.node(1), 1);
        cluster.call(cluster.node(1), 1,
                new ClientMethod.QueueDeclare("orders", false, true, false, false, false, Map.of()));
        cluster.kill(cluster.node(2));
        List<String> mirrorLost = List.copyOf(cluster.logs);
        assertThat(mirrorLost).anyMatch(each -> each.contains("Primary replica of queue 'orders'")
                && each.contains("detected replica <rabbit2@localhost.") && each.contains("to be down"));
        cluster.kill(cluster.node(1));
        assertThat(cluster.logs.subList(mirrorLost.size(), cluster.logs.size()))
                .anyMatch(each -> each.contains("Secondary replica of queue 'orders'")
                        && each.contains("detected replica <rabbit1@localhost."))
                .anyMatch(each -> each.matches(".*Promoting mirror <rabbit3@localhost.* to leader"));
    }
}
