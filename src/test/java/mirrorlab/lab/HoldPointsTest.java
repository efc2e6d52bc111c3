package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Three embedded nodes that stand still at each named moment, and go on.
class HoldPointsTest {
    private static final QueueName QUEUE = QueueName.of("q");
    private TestCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = TestCluster.start(true);
    }

    @AfterEach
    void nobody_was_suspected_and_close() {
        try {
            List<NodeName> ended = happenings(Happening.NodeDied.class).stream().map(Happening.NodeDied::node).toList();
            assertThat(happenings(Happening.PeerDown.class)).extracting(Happening.PeerDown::peer)
                    .allMatch(ended::contains);
        } finally {
            cluster.close();
        }
    }

    @Test
    void direct_copies_are_sent_and_the_ordered_copy_is_not() throws Exception {
        mirrored();
        done(at(HoldPoint.DIRECT_COPIES_SENT));
        publishes(3);
        held(HoldPoint.DIRECT_COPIES_SENT, "rabbit1");
        cluster.await(Happening.CopiesReceived.class, each -> each.replica().node().shortName().equals("rabbit3"));
        expect("messages", 3).with("words", Map.of("waiting", 3));
        assertThat(ready("rabbit2")).isZero();
        assertThat(ready("rabbit3")).isZero();
        goesOn();
        assertThat(ready("rabbit3")).isEqualTo(3);
    }

    @Test
    void an_operation_reaches_one_mirror_only_and_the_others_are_filled_when_the_master_dies() throws Exception {
        mirrored();
        done(at(HoldPoint.ONE_MIRROR_ONLY).with("queue", "q"));
        publishes(1);
        held(HoldPoint.ONE_MIRROR_ONLY, "rabbit1");
        cluster.await(Happening.MessagesEnqueued.class, each -> each.replica().node().shortName().equals("rabbit2"));
        assertThat(ready("rabbit3")).isZero();
        done(Step.of("kill").with("node", "rabbit1"));
        assertThat(happenings(Happening.SurvivorsCompared.class)).last()
                .satisfies(each -> assertThat(each.filled()).isEqualTo(1));
        assertThat(picture().held()).isEmpty();
        met(Step.of("expect").with("queue", "q").with("master", "rabbit2").with("messages", 1).with("lost", List.of()));
        assertThat(ready("rabbit3")).isEqualTo(1);
    }

    @Test
    void what_is_not_on_disk_is_lost_with_all_nodes() throws Exception {
        done(Step.of("declare_queue").with("queue", "q").with("node", "rabbit1"));
        done(Step.of("publish").with("queue", "q").with("count", 2).with("node", "rabbit1"));
        done(at(HoldPoint.NOT_ON_DISK));
        publishes(3);
        held(HoldPoint.NOT_ON_DISK, "rabbit1");
        met(expect("messages", 5).with("words", Map.of("confirmed", 2, "waiting", 3)));
        done(Step.of("kill").with("node", "rabbit1"));
        done(Step.of("start").with("node", "rabbit1"));
        met(expect("messages", 2));
        publishes(1);
        held(HoldPoint.NOT_ON_DISK, "rabbit1");
        goesOn();
        met(expect("messages", 3));
    }

    @Test
    void the_client_is_not_told_while_confirms_are_held() throws Exception {
        mirrored();
        done(at(HoldPoint.BEFORE_CONFIRM));
        publishes(2);
        held(HoldPoint.BEFORE_CONFIRM, "rabbit1");
        met(expect("messages", 2).with("words", Map.of("waiting", 2)));
        assertThat(ready("rabbit2")).isEqualTo(2);
        assertThat(ready("rabbit3")).isEqualTo(2);
        goesOn();
        met(expect("messages", 2).with("words", Map.of("confirmed", 2)));
    }

    @Test
    void the_death_is_seen_and_nobody_decides_while_other_queues_are_taken_over() throws Exception {
        mirrored();
        done(Step.of("declare_queue").with("queue", "other").with("node", "rabbit1"));
        done(at(HoldPoint.MASTER_SUSPECTED).with("queue", "q"));
        done(Step.of("kill").with("node", "rabbit1"));
        held(HoldPoint.MASTER_SUSPECTED, "rabbit2");
        assertThat(happenings(Happening.ReplicaFroze.class)).filteredOn(each -> each.queue().equals(QUEUE)).hasSize(2);
        assertThat(happenings(Happening.SurvivorsCompared.class)).noneMatch(each -> each.queue().equals(QUEUE));
        met(Step.of("expect").with("queue", "other").with("master", "rabbit2").with("state", "running"));
        met(Step.of("expect").with("queue", "q").with("master", "rabbit1").with("mirrors",
                List.of("rabbit2", "rabbit3")));
        done(Step.of("kill").with("node", "rabbit2"));
        held(HoldPoint.MASTER_SUSPECTED, "rabbit3");
        done(Step.of("release_held"));
        met(Step.of("expect").with("queue", "q").with("master", "rabbit3").with("state", "running"));
    }

    @Test
    void before_the_promotion_the_survivors_are_known_and_a_policy_can_still_decide() throws Exception {
        mirrored();
        done(at(HoldPoint.BEFORE_PROMOTION));
        done(Step.of("kill").with("node", "rabbit1"));
        held(HoldPoint.BEFORE_PROMOTION, "rabbit2");
        assertThat(happenings(Happening.MirrorPromoted.class)).isEmpty();
        publishes(1);
        done(Step.of("set_policy").with("name", "ha").with("pattern", "q").with("definition",
                Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit2@localhost"))));
        done(Step.of("release_held").with("point", HoldPoint.BEFORE_PROMOTION.word()));
        met(Step.of("expect").with("queue", "q").with("master", "rabbit2").with("mirrors", List.of())
                .with("state", "running").with("messages", 1));
    }

    @Test
    void a_synchronisation_goes_batch_by_batch() throws Exception {
        done(Step.of("declare_queue").with("queue", "q").with("node", "rabbit1"));
        done(Step.of("publish").with("queue", "q").with("count", 30));
        done(Step.of("set_policy").with("name", "ha").with("pattern", "q").with("definition",
                Map.of("ha-mode", "all", "ha-sync-batch-size", 10)));
        done(at(HoldPoint.BETWEEN_BATCHES));
        done(Step.of("sync_queue").with("queue", "q").with("background", true));
        held(HoldPoint.BETWEEN_BATCHES, "rabbit1");
        met(expect("state", "syncing"));
        assertThat(happenings(Happening.SyncProgressed.class)).last()
                .satisfies(each -> assertThat(each.sent()).isEqualTo(10));
        done(Step.of("release_held"));
        cluster.await(Happening.SyncProgressed.class, each -> each.sent() == 20);
        met(expect("state", "syncing"));
        done(Step.of("clear_hold"));
        done(Step.of("await_sync_queue"));
        met(expect("synchronised", List.of("rabbit2", "rabbit3")).with("state", "running"));
    }

    @Test
    void nodes_that_start_later_hold_too_and_slow_motion_goes_on_by_itself() throws Exception {
        mirrored();
        done(at(HoldPoint.BEFORE_PROMOTION));
        done(Step.of("slow_motion").with("speed", 0.5));
        done(Step.of("kill").with("node", "rabbit3"));
        done(Step.of("start").with("node", "rabbit3"));
        assertThat(picture().holdPoints()).hasSize(3);
        assertThat(picture().pace()).isEqualTo(200);
        StepResult published = done(Step.of("publish").with("queue", "q"));
        assertThat(published.json().path("confirmed").asInt()).isEqualTo(1);
        assertThat(happenings(Happening.Held.class)).isNotEmpty().allMatch(each -> each.millis() == 200);
        assertThat(happenings(Happening.Released.class)).allMatch(each -> each.why().equals("time"));
        done(Step.of("slow_motion").with("speed", 1));
        assertThat(picture().pace()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void every_point_can_be_set_and_cleared_at_the_door(HoldPoint point) throws Exception {
        done(Step.of("declare_queue").with("queue", "q"));
        done(at(point).with("queue", "q"));
        done(at(point));
        assertThat(picture().holdPoints()).hasSize(6).allMatch(each -> each.point().equals(point.word()));
        done(Step.of("clear_hold").with("point", point.word()));
        cluster.await(Happening.HoldPointCleared.class, each -> each.node().shortName().equals("rabbit3"));
    }

    // ---- what the tests say

    private void mirrored() throws Exception {
        done(Step.of("set_policy").with("name", "ha").with("pattern", ".*").with("definition",
                Map.of("ha-mode", "nodes", "ha-params",
                        List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"))));
        done(Step.of("declare_queue").with("queue", "q").with("node", "rabbit1"));
        met(expect("synchronised", List.of("rabbit2", "rabbit3")));
    }

    private static Step at(HoldPoint point) {
        return Step.of("hold_at").with("point", point.word());
    }

    private static Step expect(String field, Object value) {
        return Step.of("expect").with("queue", "q").with(field, value);
    }

    /// Nobody waits for its end: until the channel's node has sent all on.
    private void publishes(int count) throws InterruptedException {
        int before = cluster.lab.recording().size();
        var unused = cluster.lab.perform(Step.of("publish").with("queue", "q").with("count", count));
        MessageSet sent = MessageSet.EMPTY;
        for (int next = before; sent.count() < count; next++) {
            assertThat(cluster.lab.recording().awaitMoreThan(next, 120_000)).as("sent: %s", sent).isTrue();
            if (cluster.lab.recording().get(next).happening() instanceof Happening.CopiesSent copies) {
                sent = sent.union(copies.messages());
            }
        }
    }

    private StepResult done(Step step) throws Exception {
        StepResult result = cluster.perform(step);
        assertThat(result.json().path("outcome").asText()).as("%s: %s", step.json(), result.json()).isEqualTo("ok");
        return result;
    }

    private void met(Step expectation) throws Exception {
        StepResult result = cluster.perform(expectation);
        assertThat(result.ok()).as("%s: %s", expectation.json(), result.text()).isTrue();
    }

    private void held(HoldPoint point, String node) throws Exception {
        cluster.await(Happening.Held.class,
                each -> each.point().equals(point.word()) && each.node().shortName().equals(node) && isStillHeld(each));
        done(Step.of("observe"));
    }

    private boolean isStillHeld(Happening.Held held) {
        return picture().held().stream()
                .anyMatch(each -> each.node().equals(held.node()) && each.point().equals(held.point()));
    }

    private void goesOn() throws Exception {
        done(Step.of("release_held"));
        assertThat(picture().held()).isEmpty();
    }

    private ClusterPicture picture() {
        ClusterPicture picture = new ClusterPicture();
        cluster.lab.recording().since(0).forEach(picture::apply);
        return picture;
    }

    private long ready(String node) {
        Optional<ReplicaPicture> replica = picture().queue(QUEUE).orElseThrow().replicas().stream()
                .filter(each -> each.id().node().shortName().equals(node)).findFirst();
        return replica.orElseThrow().readyCount();
    }

    private <T> List<T> happenings(Class<T> kind) {
        return cluster.lab.recording().since(0).stream().map(Entry::happening).filter(kind::isInstance)
                .map(kind::cast).toList();
    }
}
