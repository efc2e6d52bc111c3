package mirrorlab.ui.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.Recording;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.bench.BigCluster;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private final List<Entry> story = new Story().welcome().entries();

    @Test
    void the_past_stays_while_the_cluster_runs_on() {
        RecordedLab lab = new RecordedLab(story.subList(0, 40));
        Timeline timeline = new Timeline(lab);
        timeline.advance();
        timeline.showPast(20);
        story.subList(40, story.size()).forEach(lab.recording::add);
        Timeline.Advance advance = timeline.advance();
        assertThat(advance.fresh()).isEmpty();
        assertThat(timeline.isPast()).isTrue();
        assertThat(timeline.shown().entries()).isEqualTo(20);
        assertThat(timeline.live().entries()).isEqualTo(story.size());
        timeline.showNow();
        assertThat(timeline.shown().entries()).isEqualTo(story.size());
    }

    @Test
    void jumps_from_mark_to_mark() {
        Timeline timeline = new Timeline(new RecordedLab(story));
        timeline.advance();
        timeline.jump(-1);
        assertThat(timeline.isPast()).isTrue();
        int before = timeline.shown().entries();
        timeline.jump(-1);
        assertThat(timeline.shown().entries()).isLessThan(before);
        timeline.jump(1);
        assertThat(timeline.shown().entries()).isEqualTo(before);
    }

    @Test
    void the_past_goes_on_at_its_speed_to_the_present() {
        Timeline timeline = new Timeline(new RecordedLab(story));
        timeline.advance();
        timeline.showPast(10);
        timeline.playPast(true);
        int frames = 0;
        int told = 10;
        for (; timeline.isPast() && frames < 100_000; frames++) {
            timeline.playOn(frames * 16_000_000L, 0.5);
            told += timeline.advance().fresh().size();
            assertThat(timeline.shown().entries()).isGreaterThanOrEqualTo(10);
        }
        assertThat(timeline.isPast()).isFalse();
        assertThat(timeline.isPlaying()).isFalse();
        assertThat(told).isBetween(story.size() - 5, story.size());
        long millis = story.getLast().millis() - story.get(10).millis();
        assertThat(frames * 16L).as("twice as long, silences left out").isBetween(millis / 4, millis * 2 + 2_000);
        assertThat(timeline.shown().queue(Story.ORDERS)).isPresent();
    }

    @Test
    void marks_tell_death_and_promotion() {
        Timeline timeline = new Timeline(new RecordedLab(story));
        timeline.advance();
        assertThat(timeline.marks()).extracting(Mark::shape).contains(Mark.Shape.STEP, Mark.Shape.DEATH,
                Mark.Shape.PROMOTION);
    }

    @Test
    void another_recording_begins_anew() {
        RecordedLab lab = new RecordedLab(story);
        Timeline timeline = new Timeline(lab);
        timeline.advance();
        assertThat(timeline.shown().queues()).isNotEmpty();
        timeline.showPast(5);
        lab.recording = new Recording();
        assertThat(timeline.advance().changed()).isTrue();
        assertThat(timeline.isPast()).isFalse();
        assertThat(timeline.shown().queues()).isEmpty();
        assertThat(timeline.events()).isEmpty();
        assertThat(timeline.marks()).isEmpty();
    }

    @Test
    void the_event_list_speaks_as_rabbitmq_logs() {
        Timeline timeline = new Timeline(new RecordedLab(story));
        timeline.advance();
        assertThat(timeline.events()).extracting(EventLine::log)
                .contains("Mirrored queue 'orders' in vhost '/': Promoting mirror <rabbit2@localhost.1.1.0> to leader");
        assertThat(timeline.events()).filteredOn(line -> line.words() != null)
                .allSatisfy(line -> assertThat(Texts.chinese().say(line.words())).isNotBlank());
    }

    @Test
    void pauses_do_not_squeeze_the_scrub_bar() {
        ScrubAxis axis = new ScrubAxis();
        for (long millis : new long[]{0, 1_000, 3_601_000, 3_602_000}) {
            axis.add(millis, 0);
        }
        assertThat(axis.fraction(2)).isBetween(0.2, 0.4);
        assertThat(axis.entries(axis.fraction(3))).isEqualTo(3);
        assertThat(axis.entries(1)).isEqualTo(4);
    }

    @Test
    void marks_keep_their_place_on_the_scrub_bar_of_a_long_recording() {
        ScrubAxis axis = new ScrubAxis();
        int size = ScrubAxis.MOST * 5;
        List<Integer> marks = List.of(17, 30_001, 200_003, size - 3);
        double[] exact = new double[size];
        double end = 0;
        for (int i = 0; i < size; i++) {
            axis.add(i / 3, marks.contains(i) ? 180 : 0);
            end += (i == 0 ? 0 : i / 3 - (i - 1) / 3 + 1) + (marks.contains(i) ? 180 : 0);
            exact[i] = end;
        }
        for (int mark : marks) {
            assertThat(axis.fraction(mark + 1)).isEqualTo(exact[mark] / (end + 150));
            assertThat(axis.entries(axis.fraction(mark + 1))).isEqualTo(mark + 1);
        }
        double before = -1;
        for (int count = 1; count < size; count += 997) {
            double fraction = axis.fraction(count);
            assertThat(fraction).isGreaterThan(before).isCloseTo(exact[count - 1] / (end + 150), within(0.0001));
            assertThat(axis.entries(fraction)).isCloseTo(count, within(8));
            before = fraction;
        }
        assertThat(axis.entries(1)).isEqualTo(size);
    }

    @Test
    void every_moment_of_a_long_recording_can_be_shown_and_ends_found() {
        BigCluster.Told told = new BigCluster(3, 6, 3000).tell(100, 50_000);
        List<Entry> all = new ArrayList<>(told.opening());
        all.addAll(told.played());
        RecordedLab lab = new RecordedLab(all);
        Timeline timeline = new Timeline(lab);
        while (timeline.size() < all.size()) {
            timeline.advance();
        }
        List<Integer> moments = List.of(1, 999, 30_017, 40_000, all.size() / 2, all.size() - 1);
        Ledger expected = new Ledger();
        int folded = 0;
        for (int moment : moments) {
            for (; folded < moment; folded++) {
                expected.apply(all.get(folded));
            }
            for (int from : List.of(all.size(), 0, moment / 2)) {
                timeline.showPast(from);
                timeline.showPast(moment);
                for (int frame = 0; timeline.shown().entries() < moment; frame++) {
                    assertThat(frame).isLessThan(100);
                    assertThat(timeline.advance().changed()).as("it comes nearer").isTrue();
                }
                assertThat(timeline.shown().entries()).isEqualTo(moment);
                assertThat(timeline.shown().ledger().accounts()).isEqualTo(expected.accounts());
            }
        }
        QueueName queue = timeline.shown().ledger().accounts().stream()
                .filter(each -> each.of(Fate.ACKNOWLEDGED).count() > 1000).findFirst().orElseThrow().queue();
        List<Endings.Ending> endings = Endings.of(timeline, queue, Fate.ACKNOWLEDGED, 3);
        assertThat(endings).isNotEmpty().allSatisfy(each -> assertThat(all.get(each.entry()).happening())
                .isInstanceOf(Happening.MessagesSettled.class));
    }
}
