package mirrorlab.ui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.lab.Recording;
import mirrorlab.lab.Texts;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
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
}
