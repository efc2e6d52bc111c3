package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Things that happen at the same moment, to nodes that are processes: at the end all doors answer, all nodes tell the same
/// queues, and every message that was published has one fate.
class ProcessRacesTest {
    private static final List<String> NODES = List.of("rabbit1", "rabbit2", "rabbit3");

    private static void allRunAgain(Race race) throws Exception {
        for (String each : NODES) {
            race.begin("{'do':'start','node':'" + each + "'}"); // those that are down
        }
        race.awaitBegun();
        for (String each : NODES) {
            String passive = "{'do':'declare_queue','queue':'q','passive':true,'node':'" + each + "'}";
            assertThat(race.now(passive).ok()).as(each).isTrue();
        }
    }

    @Test
    void the_master_is_killed_while_publishing_and_started_at_once() throws Exception {
        try (Race race = new Race(false, Race.ALL)) {
            race.publishThrough("rabbit2");
            race.publishThrough("rabbit3");
            for (int i = 0; i < 2; i++) {
                race.pass(0.1);
                race.begin("{'do':'kill','node':'master(q)'}");
                race.awaitBegun();
                for (String each : NODES) {
                    race.begin("{'do':'start','node':'" + each + "'}"); // the one that is down
                }
                race.awaitBegun();
            }
            allRunAgain(race);
            race.check();
            race.drains();
        }
    }

    @Test
    void two_nodes_are_killed_at_once_and_a_third_publishes_on() throws Exception {
        try (Race race = new Race(false, Race.ALL)) {
            race.publishThrough("rabbit3");
            race.pass(0.2);
            race.begin("{'do':'kill','nodes':['rabbit1','rabbit2']}");
            race.pass(0.2);
            allRunAgain(race);
            race.check();
            race.hasLostNothingConfirmed();
            race.drains();
        }
    }

    @Test
    void a_node_is_stopped_while_another_is_killed() throws Exception {
        try (Race race = new Race(false, Race.ALL)) {
            race.publishThrough("rabbit3");
            race.pass(0.2);
            race.begin("{'do':'stop','node':'rabbit2'}");
            race.begin("{'do':'kill','node':'rabbit1'}");
            race.awaitBegun();
            allRunAgain(race);
            race.check();
            race.hasLostNothingConfirmed();
            race.drains();
        }
    }
}
