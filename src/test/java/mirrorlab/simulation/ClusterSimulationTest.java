package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.vocabulary.HoldPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Histories from seeds. A seed that fails prints what broke and how to see it again.
class ClusterSimulationTest {
    private static final int SEEDS = 200;

    @Test
    void two_hundred_histories_break_no_invariant() {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        int failed = Simulation.run(1, SEEDS, false, ClosedBooks::text,
                new PrintStream(told, true, StandardCharsets.UTF_8));
        assertThat(failed).as(told.toString(StandardCharsets.UTF_8)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void a_planted_fault_is_found(PlantedFault fault) {
        assertThat(LongStream.rangeClosed(1, SEEDS).mapToObj(seed -> Simulation.play(seed, false, fault)))
                .as("a history that shows it").anyMatch(each -> !each.held());
    }

    @Test
    void limits_lifetimes_and_dead_letters_are_part_of_histories() {
        Set<String> fates = new TreeSet<>();
        for (long seed = 1; seed <= 60; seed += 2) {
            Simulation.play(seed, false, Tampering.NONE).journal().forEach(each -> {
                if (each.happening() instanceof Happening.MessagesSettled settled) {
                    fates.add(settled.fate());
                } else if (each.happening() instanceof Happening.QueueRemoved removed) {
                    fates.add(removed.reason());
                } else if (each.happening() instanceof Happening.MessagesDeadLettered letters
                        && !letters.to().isEmpty()) {
                    fates.add(letters.reason());
                }
            });
        }
        assertThat(fates).contains("expired", "dropped", "refused", "dead-lettered", "rejected", "maxlen");
    }

    /// That each came true is an invariant of the histories themselves.
    @Test
    void at_most_one_forecast_in_twenty_leaves_something_open_and_rare_situations_are_reached() {
        long forecasts = 0;
        long open = 0;
        Set<String> cells = new TreeSet<>();
        for (long seed = 1; seed <= 100; seed++) {
            Simulation.Outcome outcome = Simulation.play(seed);
            forecasts += outcome.forecasts();
            open += outcome.openForecasts();
            cells.addAll(outcome.cells());
        }
        assertThat(forecasts).isGreaterThan(500);
        assertThat(open).isLessThanOrEqualTo(forecasts / 20);
        for (HoldPoint point : List.of(HoldPoint.DIRECT_COPIES_SENT, HoldPoint.ONE_MIRROR_ONLY, HoldPoint.NOT_ON_DISK,
                HoldPoint.BEFORE_CONFIRM)) {
            assertThat(cells).contains(Rarities.cell(point, Rarities.Whose.THAT),
                    Rarities.cell(point, Rarities.Whose.OTHER));
        }
        for (Rarities.Rare each : Rarities.Rare.values()) {
            assertThat(cells).contains(Rarities.cell(each)); // F-37, P-27
        }
        assertThat(cells).contains(Coverage.cell(Coverage.Event.MASTER_DIES, Stage.PLACING),
                Coverage.cell(Coverage.Event.MIRROR_DIES, Stage.PLACING),
                Coverage.cell(Coverage.Event.MASTER_FREEZES, Stage.SYNCHRONISING),
                Coverage.cell(Coverage.Event.MIRROR_FREEZES, Stage.SYNCHRONISING));
    }

    @Test
    void the_same_seed_gives_the_same_journal() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(Simulation.play(seed).journal()).isNotEmpty().isEqualTo(Simulation.play(seed).journal());
        }
    }

    @Test
    void other_seeds_give_other_histories() {
        assertThat(Simulation.play(1, true, Tampering.NONE).journal())
                .isNotEqualTo(Simulation.play(2, true, Tampering.NONE).journal());
    }

    /// A consumer only the master knew (12834), a question to a master yet to be (12066), a boot that cleared away what a mirror
    /// had stored already (22616, 25752), two that joined together and lost their sequencer before they had a link (4358,
    /// 16189), a late mirror that deleted its successor's messages (6976), a mirror that claimed a living master's
    /// place (7619), an urgent message that was out while others went and came back with its channel, all in one moment
    /// (13479), a mirror that was emptied and lost its master in one moment (621), acknowledgements that a waiting channel had
    /// not read (272, 488), copies of a channel that the master never heard of (314), a master that had to go because what a
    /// dead client held was expired (853), a node that a dying sequencer had left out and that got no mirror
    /// when it was taken back (4252).
    @ParameterizedTest
    @ValueSource(longs = {272, 314, 488, 621, 853, 4252, 4358, 6976, 7619, 13479, 16189, 12066, 12834, 22616, 25752})
    void a_history_that_broke_once_holds(long seed) {
        assertThat(Simulation.play(seed, false, Tampering.NONE).broken()).isEmpty();
    }

    /// A joiner that had turned deaf to a sequencer which others took for lost, and which waited for it (1471, 1816); a frozen
    /// one whose sequencer died, forgot it and booted alone (1880); a mirror that kept a dead channel's copies (79, 349, 509),
    /// and asked for its end just as all was taken for calm (40, 416), or was not answered because the new master had heard of
    /// the channel from other mirrors (2148); one who joined on the smaller side of a partition (2512); a master that took in,
    /// gave out and went in one moment (2689); a dead client's message that went to a consumer just as dead (2991),
    /// or to one whose connection was closed next (4202).
    @ParameterizedTest
    @ValueSource(longs = {40, 79, 349, 416, 509, 1471, 1816, 1880, 2148, 2512, 2689, 2991, 4202})
    void a_plotted_history_that_broke_once_holds(long seed) {
        assertThat(Simulation.play(seed, true, Tampering.NONE).broken()).isEmpty();
    }

    /// An acknowledgement to a master that is heard and hears nobody (3875), a node that had lost a link as it joined and was
    /// taken for parted when another one died (6300, 6618), messages that came with others and went again as a mirror caught up (814).
    @ParameterizedTest
    @ValueSource(longs = {814, 3875, 6300, 6618})
    void a_seed_that_broke_once_holds(long seed) {
        assertThat(Simulation.play(seed).broken()).isEmpty();
    }

    @Test
    void a_history_that_fails_by_itself_is_a_failure_of_its_seed() {
        Simulation.Outcome outcome = Simulation.play(3, false, (cluster, from, to, message) -> {
            throw new IllegalStateException("no such wire");
        });
        assertThat(outcome.held()).isFalse();
        assertThat(outcome.seed()).isEqualTo(3);
        assertThat(outcome.broken()).contains("java.lang.IllegalStateException: no such wire");
    }

    @Test
    void a_run_is_told_as_one_json_object_a_seed() {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        Simulation.run(7, 2, true, ClosedBooks::text, new PrintStream(told, true, StandardCharsets.UTF_8));
        assertThat(told.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(first -> assertThat(first).startsWith("{\"seed\":7,\"held\":true,"),
                        second -> assertThat(second).startsWith("{\"seed\":8,\"held\":true,"));
    }
}
