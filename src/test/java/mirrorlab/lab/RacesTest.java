package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Things that happen at the same moment, while publishers with confirms run. At the end the cluster becomes quiet, all nodes
/// tell the same queues, and every message that was published has one fate.
class RacesTest {
    private static final String POLICY = "{'do':'set_policy','name':'ha','pattern':'^q','definition':{'ha-mode':%s}}";
    private static final String ALL = POLICY.formatted("'all'");
    private static final String NODES = POLICY.formatted(
            "'nodes','ha-params':['rabbit1@localhost','rabbit2@localhost']");
    private static final String SYNCED = POLICY.formatted("'all','ha-sync-mode':'automatic','ha-sync-batch-size':5");

    /// One cluster, one queue `q` on rabbit1, one publisher through each node.
    private static final class Race implements AutoCloseable {
        private final TestCluster cluster = TestCluster.start(true);
        private final List<CompletableFuture<StepResult>> atOnce = new ArrayList<>();
        private int publishers;

        Race(String... before) throws Exception {
            for (String each : before) {
                now(each);
            }
            now("{'do':'declare_queue','queue':'q','node':'rabbit1'}");
        }

        private static Scenario step(String json) throws Exception {
            return ScenarioFile.parse("step", "{\"name\":\"x\",\"steps\":[" + json.replace('\'', '"') + "]}");
        }

        StepResult now(String json) throws Exception {
            return cluster.lab.perform(step(json).steps().getFirst()).toCompletableFuture().get(90, TimeUnit.SECONDS);
        }

        /// Begins a step that does not wait for anything but its own end.
        void begin(String json) throws Exception {
            String hasty = json.substring(0, json.length() - 1) + ",'settle':false}";
            atOnce.add(cluster.lab.perform(step(hasty).steps().getFirst()).toCompletableFuture());
        }

        void awaitBegun() throws Exception {
            for (CompletableFuture<StepResult> each : atOnce) {
                each.get(60, TimeUnit.SECONDS);
            }
            atOnce.clear();
        }

        void publishThrough(String node) throws Exception {
            now("{'do':'start_publisher','publisher':'p" + ++publishers + "','queue':'q','node':'" + node
                    + "','pace':0.001,'settle':false}");
        }

        void pass(double seconds) throws Exception {
            now("{'do':'wait','seconds':" + seconds + "}");
        }

        void check() throws Exception {
            awaitBegun();
            for (int i = 1; i <= publishers; i++) {
                begin("{'do':'stop_publisher','publisher':'p" + i + "'}");
            }
            awaitBegun();
            assertThat(cluster.lab.awaitQuiet(30)).as("quiet").isTrue();
            List<JsonNode> views = new ArrayList<>();
            for (NodeName each : cluster.lab.cluster().answering()) {
                views.add(cluster.lab.cluster().api(each).get("/api/queues", Duration.ofSeconds(20)).body());
            }
            assertThat(new TreeSet<>(views.stream().map(JsonNode::toString).toList())).as("views").hasSize(1);
            for (JsonNode each : cluster.lab.accounts().ledgerJson()) {
                long fates = 0;
                for (JsonNode fate : each.path("fates")) {
                    fates += fate.path("count").asLong();
                }
                assertThat(fates).as("%s", each).isEqualTo(each.path("published").asLong());
                assertThat(each.path("fates").has("in_flight")).as("%s", each).isFalse();
            }
        }

        /// What clients were told and what the queue gives agree with the account.
        void drains() throws Exception {
            JsonNode before = account();
            StepResult drained = now("{'do':'drain','queue':'q','timeout':60}");
            long held = before.at("/fates/safe/count").asLong() + before.at("/fates/at_risk/count").asLong();
            assertThat(drained.json().path("got").asLong()).as("%s", before).isEqualTo(held);
            assertThat(acknowledged(account()) - acknowledged(before)).isEqualTo(held);
        }

        private static long acknowledged(JsonNode account) {
            return account.at("/fates/acknowledged/count").asLong();
        }

        void hasLostNothingConfirmed() {
            assertThat(account().path("lost_although_confirmed")).as("%s", account()).isEmpty();
        }

        JsonNode account() {
            JsonNode accounts = cluster.lab.accounts().ledgerJson();
            return accounts.isEmpty() ? accounts : accounts.get(0);
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 4, 8})
    void anything_at_any_moment(long seed) throws Exception {
        Random random = new Random(seed);
        String[] nodes = {"rabbit1", "rabbit2", "rabbit3"};
        String[] policies = {ALL, NODES, SYNCED, POLICY.formatted("'exactly','ha-params':2")};
        try (Race race = new Race(policies[random.nextInt(4)])) {
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
        try (Race race = new Race(ALL)) {
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
        try (Race race = new Race()) {
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
        try (Race race = new Race(ALL)) {
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
        try (Race race = new Race(ALL)) {
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
