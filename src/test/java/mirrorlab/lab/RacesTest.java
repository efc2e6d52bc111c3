package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Things that happen at the same moment, while publishers with confirms run. At the end the cluster becomes quiet, all nodes
/// tell the same queues, and every message that was published has one fate.
class RacesTest {
    private static final String NODES = Race.POLICY.formatted(
            "'nodes','ha-params':['rabbit1@localhost','rabbit2@localhost']");
    private static final String SYNCED = Race.POLICY
            .formatted("'all','ha-sync-mode':'automatic','ha-sync-batch-size':5");

    @ParameterizedTest
    @ValueSource(longs = {3, 4, 8})
    void anything_at_any_moment(long seed) throws Exception {
        Random random = new Random(seed);
        String[] nodes = {"rabbit1", "rabbit2", "rabbit3"};
        String[] policies = {Race.ALL, NODES, SYNCED, Race.POLICY.formatted("'exactly','ha-params':2")};
        try (Race race = new Race(true, policies[random.nextInt(4)])) {
            for (String each : nodes) {
                race.publishThrough(each);
            }
            for (int i = 0; i < 12; i++) {
                String node = nodes[random.nextInt(3)];
                switch (random.nextInt(9)) {
                    case 0, 1 -> race.begin("{'do':'kill','node':'" + node + "'}");
                    case 2 -> race.begin("{'do':'stop','node':'" + node + "'}");
                    case 3, 4 -> race.begin("{'do':'start','node':'" + node + "'}");
                    case 5 -> race.begin(policies[random.nextInt(4)]);
                    case 6 -> race.begin("{'do':'sync_queue','queue':'q','timeout':20}");
                    case 7 -> race.begin("{'do':'get','queue':'q','count':5,'timeout':5}");
                    default -> race.publishThrough(node);
                }
                race.pass(random.nextInt(4) * 0.05);
            }
            race.awaitEnds();
            for (String each : nodes) {
                race.begin("{'do':'start','node':'" + each + "'}"); // those that are down
            }
            race.awaitBegun();
            race.check();
            race.drains();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kill", "stop"})
    void the_master_and_the_next_one_end_shortly_after_each_other(String how) throws Exception {
        try (Race race = new Race(true, Race.ALL)) {
            race.publishThrough("rabbit3");
            race.pass(0.2);
            race.begin("{'do':'" + how + "','node':'rabbit1'}");
            race.pass(0.01);
            race.begin("{'do':'" + how + "','node':'rabbit2'}");
            race.pass(0.2);
            race.check();
            race.hasLostNothingConfirmed();
            race.drains();
        }
    }

    @Test
    void the_master_dies_while_a_policy_adds_mirrors_and_the_queue_synchronises() throws Exception {
        try (Race race = new Race(true)) {
            race.publishThrough("rabbit2");
            race.pass(0.2);
            race.begin(SYNCED);
            race.pass(0.02);
            race.begin("{'do':'kill','node':'rabbit1'}");
            race.pass(0.1);
            race.check();
        }
    }

    @Test
    void the_master_dies_and_comes_back_at_once_three_times() throws Exception {
        try (Race race = new Race(true, Race.ALL)) {
            race.publishThrough("rabbit2");
            for (int i = 0; i < 3; i++) {
                race.pass(0.1);
                race.begin("{'do':'kill','node':'master(q)'}");
                race.awaitBegun();
                for (String each : List.of("rabbit1", "rabbit2", "rabbit3")) {
                    race.begin("{'do':'start','node':'" + each + "'}"); // the one that is down
                }
                race.awaitBegun();
            }
            race.check();
            race.drains();
        }
    }

    @Test
    void the_master_dies_while_queues_are_declared() throws Exception {
        try (Race race = new Race(true, Race.ALL)) {
            race.publishThrough("rabbit2");
            for (int i = 0; i < 10; i++) {
                race.begin(
                        "{'do':'declare_queue','queue':'q" + i + "','node':'rabbit" + (2 + i % 2) + "','timeout':10}");
                if (i == 5) {
                    race.begin("{'do':'kill','node':'rabbit1'}");
                }
            }
            race.check();
            race.hasLostNothingConfirmed();
            for (int i = 0; i < 10; i++) {
                assertThat(race.now("{'do':'declare_queue','queue':'q" + i + "','timeout':5}").ok()).isTrue();
            }
        }
    }
}
