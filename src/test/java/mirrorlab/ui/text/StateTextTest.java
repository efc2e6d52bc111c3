package mirrorlab.ui.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.JournalJson;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.TopologyStory;
import mirrorlab.ui.look.Language;
import org.junit.jupiter.api.Test;

/// The whole state as text.
class StateTextTest {
    private final List<Entry> entries = new TopologyStory(new Story().welcome().others()).shop().story.entries();

    private static String text(List<Entry> entries, Language language) {
        Desk desk = new Desk(new RecordedLab(entries));
        desk.language().set(language);
        desk.frame(0);
        return new StateText(desk.texts()).of(desk.timeline().shown());
    }

    @Test
    void it_has_every_table() {
        assertThat(text(entries, Language.ENGLISH)).contains("Nodes\n", "Queues\n", "Replicas\n", "Policies\n",
                "Connections\n", "Channels\n", "Consumers\n", "Exchanges\n", "Bindings\n", "Virtual hosts\n",
                "Users\n", "Permissions\n", "Accounts\n");
        assertThat(text(entries, Language.CHINESE)).contains("节点\n", "队列\n", "副本\n", "策略\n", "连接\n", "信道\n",
                "消费者\n", "交换机\n", "绑定\n", "虚拟主机\n", "用户\n", "权限\n", "账目\n");
    }

    @Test
    void it_says_what_was_lost_and_which_messages() {
        assertThat(text(entries, Language.ENGLISH).lines().map(line -> line.strip().replaceAll(" +", " ")))
                .contains("/ orders lost 40 m1…m40", "/ orders lost although confirmed 40 m1…m40",
                        "/ shop queue orders order.# ".strip());
    }

    @Test
    void a_saved_journal_gives_the_same_text_after_every_happening() {
        List<Entry> read = entries.stream().map(JournalJson::write).map(JournalJson::read).toList();
        assertThat(texts(read)).isEqualTo(texts(entries));
    }

    private static List<String> texts(List<Entry> entries) {
        RecordedLab lab = new RecordedLab(List.of());
        Desk desk = new Desk(lab);
        List<String> texts = new ArrayList<>();
        for (Entry entry : entries) {
            lab.recording.add(entry);
            desk.frame(0);
            texts.add(new StateText(desk.texts()).of(desk.timeline().shown()));
        }
        return texts;
    }

    @Test
    void columns_stand_below_each_other_in_both_languages() {
        for (Language language : Language.values()) {
            List<String> nodes = text(entries, language).lines().limit(5).toList();
            int column = width(nodes.get(2), nodes.get(2).indexOf("killed"));
            assertThat(width(nodes.get(3), nodes.get(3).indexOf("running"))).isEqualTo(column);
        }
    }

    private static int width(String line, int end) {
        return line.substring(0, end).codePoints().map(each -> each >= 0x2E80 ? 2 : 1).sum();
    }
}
