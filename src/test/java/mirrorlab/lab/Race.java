package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;

/// One cluster of three nodes with a queue `q` on rabbit1 and publishers in the background, for things that happen at the
/// same moment.
final class Race implements AutoCloseable {
    static final String POLICY = "{'do':'set_policy','name':'ha','pattern':'^q','definition':{'ha-mode':%s}}";
    static final String ALL = POLICY.formatted("'all'");
    private final TestCluster cluster;
    private final List<CompletableFuture<StepResult>> atOnce = new ArrayList<>();
    private final List<CompletableFuture<StepResult>> ends = new ArrayList<>();
    private int publishers;

    /// @param embedded
    ///            else every node is a process
    Race(boolean embedded, String... before) throws Exception {
        cluster = TestCluster.start(embedded);
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
        CompletableFuture<StepResult> begun = cluster.lab.perform(step(hasty).steps().getFirst()).toCompletableFuture();
        atOnce.add(begun);
        if (json.contains("'kill'") || json.contains("'stop'")) {
            ends.add(begun);
        }
    }

    /// Waits until no kill and no stop is under way: a node that is still stopping is not started again, and those that
    /// went before it wait for it (N-12).
    void awaitEnds() throws Exception {
        for (CompletableFuture<StepResult> each : ends) {
            each.get(60, TimeUnit.SECONDS);
        }
        ends.clear();
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
            views.add(view(each));
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

    /// A node does not wait long for the numbers of a queue on another one; so it is asked again.
    private JsonNode view(NodeName node) throws Exception {
        JsonNode view = cluster.lab.cluster().api(node).get("/api/queues", Duration.ofSeconds(20)).body();
        for (int tries = 1; tries < 5 && view.findValues("state").size() < view.size(); tries++) {
            view = cluster.lab.cluster().api(node).get("/api/queues", Duration.ofSeconds(20)).body();
        }
        return view;
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
