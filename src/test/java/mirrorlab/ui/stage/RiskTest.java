package mirrorlab.ui.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RiskTest {
    private static final QueueName TRACE = QueueName.of("trace");

    private static List<Row> rows(Story story) {
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        return new Rows().of(desk.timeline().shown());
    }

    private static Row row(Story story, String queue) {
        return rows(story).stream().filter(each -> each.queue().equals(QueueName.of(queue))).findFirst().orElseThrow();
    }

    private static Story policy(Story story, Map<String, Object> definition) {
        return story.node(Story.R2, new Happening.PolicySet("/", "ha-all", "^queue", "queues", 0, definition));
    }

    @Test
    void a_queue_without_master_is_worst() {
        assertThat(row(new Story().welcome().others(), "billing").risk()).isEqualTo(Risk.NO_MASTER);
    }

    @Test
    void an_eldest_mirror_that_lacks_messages_would_lose_them() {
        assertThat(row(new Story().welcome().others(), "audit").risk()).isEqualTo(Risk.WOULD_LOSE);
        assertThat(row(new Story().welcomeBeforeKill(), "orders").risk()).isEqualTo(Risk.WOULD_LOSE);
    }

    @Test
    void a_queue_whose_mirror_is_being_synchronised_would_lose_the_rest() {
        assertThat(row(new Story().welcome().others(), "jobs").risk()).isEqualTo(Risk.WOULD_LOSE);
    }

    @Test
    void a_master_alone_has_no_mirror() {
        Story story = new Story().welcome().record(Story.R2, TRACE, Story.replica(Story.R2, 9), null, List.of(), null)
                .holds(TRACE, Story.replica(Story.R2, 9), "master", 1, 3, 0);
        assertThat(row(story, "trace").risk()).isEqualTo(Risk.NO_MIRROR);
    }

    @Test
    void an_unsynchronised_mirror_of_an_empty_queue_loses_nothing_and_counts_for_nothing() {
        Story story = policy(new Story().welcomeBeforeKill(), Map.of("ha-mode", "exactly", "ha-params", 2))
                .record(Story.R2, QueueName.of("queue-e"), Story.replica(Story.R2, 9),
                        List.of(Story.replica(Story.R3, 9)), List.of(), "ha-all")
                .holds(QueueName.of("queue-e"), Story.replica(Story.R2, 9), "master", 1, 0, 0)
                .holds(QueueName.of("queue-e"), Story.replica(Story.R3, 9), "mirror", 1, 0, 0);
        assertThat(row(story, "queue-e").risk()).isEqualTo(Risk.FEWER);
    }

    @ParameterizedTest
    @CsvSource({"all,0,FEWER", "exactly,2,HEALTHY", "exactly,3,FEWER", "exactly,7,FEWER"})
    void a_policy_wants_as_many_mirrors_as_the_cluster_has_nodes_for(String mode, int copies, Risk risk) {
        Map<String, Object> definition = copies == 0
                ? Map.of("ha-mode", mode)
                : Map.of("ha-mode", mode, "ha-params", copies);
        assertThat(row(policy(new Story().welcome().many(1), definition), "queue-000").risk()).isEqualTo(risk);
    }

    @Test
    void named_nodes_count_without_the_masters_own() {
        Map<String, Object> both = Map.of("ha-mode", "nodes", "ha-params",
                List.of("rabbit2@localhost", "rabbit3@localhost"));
        assertThat(row(policy(new Story().welcome().many(1), both), "queue-000").risk()).isEqualTo(Risk.HEALTHY);
        Map<String, Object> three = Map.of("ha-mode", "nodes", "ha-params",
                List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"));
        assertThat(row(policy(new Story().welcome().many(1), three), "queue-000").risk()).isEqualTo(Risk.FEWER);
    }

    @Test
    void a_row_of_which_nothing_was_told_is_the_same_object() {
        Desk desk = new Desk(new RecordedLab(new Story().welcome().others().entries()));
        desk.frame(0);
        Rows rows = new Rows();
        List<Row> before = rows.of(desk.timeline().shown());
        assertThat(rows.of(desk.timeline().shown())).usingElementComparator((one, other) -> one == other ? 0 : 1)
                .isEqualTo(before);
    }

    @Test
    void numbers_say_what_a_master_has_and_what_a_mirror_lacks() {
        List<Row.Spot> audit = row(new Story().welcome().others(), "audit").cells();
        assertThat(audit).extracting(Row.Spot::kind).containsExactly(Cell.Kind.NONE, Cell.Kind.MASTER,
                Cell.Kind.UNSYNCHRONISED);
        assertThat(audit).extracting(Row.Spot::number).containsExactly(0L, 1840L, 612L);
        assertThat(audit.get(2).share()).isEqualTo(1228.0 / 1840);
    }

    @ParameterizedTest
    @CsvSource(value = {"0;0", "9999;9,999", "10000;10k", "12345;12.3k", "120000;120k", "999999;999k",
            "1250000;1.2M"}, delimiter = ';')
    void large_numbers_are_shortened(long count, String shown) {
        assertThat(RowTexts.shortly(count)).isEqualTo(shown);
    }
}
