package mirrorlab.ui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.JournalJson;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.stage.StageModels;
import mirrorlab.ui.stage.StageText;
import org.junit.jupiter.api.Test;

/// A saved journal replayed into a fresh window gives the same text table after every happening, live or scrubbed to.
class ReplayTest {

    @Test
    void a_saved_journal_gives_the_same_table_after_every_happening() {
        List<Entry> entries = new Story().welcome().others().entries();
        List<String> live = tables(entries);
        List<Entry> reopened = entries.stream().map(JournalJson::write).map(JournalJson::read).toList();
        assertThat(tables(reopened)).isEqualTo(live);
    }

    @Test
    void scrubbing_shows_what_was_shown_live() {
        List<Entry> entries = new Story().welcome().others().entries();
        List<String> live = tables(entries);
        Desk desk = new Desk(new RecordedLab(entries));
        desk.frame(0);
        for (int i = entries.size() - 1; i > 0; i--) {
            desk.timeline().showPast(i);
            assertThat(table(desk)).isEqualTo(live.get(i - 1));
        }
        desk.timeline().showNow();
        assertThat(table(desk)).isEqualTo(live.getLast());
    }

    @Test
    void the_table_names_master_mirrors_and_what_is_lost() {
        Desk desk = new Desk(new RecordedLab(new Story().welcome().entries()));
        desk.frame(0);
        assertThat(table(desk)).isEqualTo("""
                rabbit1: killed
                rabbit2: running
                rabbit3: running
                orders | durable, ha-nodes | rabbit2 +1
                  rabbit1 | was master · 65 last seen | m1 … m65
                  rabbit2 | master · 25 ready | m1…m40 lost | m41 … m65
                  rabbit3 | mirror · synchronised | m41 … m65
                """);
    }

    private static List<String> tables(List<Entry> entries) {
        RecordedLab lab = new RecordedLab(List.of());
        Desk desk = new Desk(lab);
        List<String> tables = new ArrayList<>();
        for (Entry entry : entries) {
            lab.recording.add(entry);
            desk.frame(0);
            tables.add(table(desk));
        }
        return tables;
    }

    private static String table(Desk desk) {
        return new StageText(desk.texts()).of(StageModels.of(desk.timeline().shown()));
    }
}
