package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.Rule;
import mirrorlab.lab.ledger.Rules;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.timeline.EventLine;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.util.WaitForAsyncUtils;

/// The event list and the nodes' logs, searched, filtered and tied to stage and scrub bar; the cause card's rule, and the
/// projector: on embedded nodes that have just lost a master.
class EventClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return ShippedScenario.welcome();
    }

    @BeforeAll
    void playUpToTheLoss() throws Exception {
        done(Step.of("declare_queue").with("queue", "quiet").with("node", "rabbit3"));
        for (int step = 1; step <= 5; step++) {
            lab.player().step().toCompletableFuture().get(120, TimeUnit.SECONDS);
        }
        await("the loss is seen", () -> seen(() -> desk.timeline().live().causes().size()) > 1);
    }

    @BeforeEach
    void showAll() {
        Toolkit.run(() -> {
            desk.sheet().set(null);
            desk.timeline().showNow();
            robot.lookup("#find").queryTextInputControl().clear();
            robot.lookup("#showEvents").queryAs(javafx.scene.control.ToggleButton.class).fire();
            origin().getSelectionModel().selectFirst();
        });
        select("orders");
    }

    @Test
    void lines_are_searched_in_rabbitmqs_own_words_and_filtered_by_node_and_by_queue() {
        key(KeyCode.F);
        write("promoting mirror");
        await("one line is left", () -> lines().size() == 1);
        assertThat(lines().getFirst().log())
                .matches(
                        "Mirrored queue 'orders' in vhost '/': Promoting mirror <rabbit2@localhost\\.\\d+\\.\\d+\\.\\d+>"
                                + " to leader");
        assertThat(lines().getFirst().rule()).isEqualTo("F-15");
        keyWhereverTyped(KeyCode.ESCAPE);
        typeInto("#find", "");
        choose(2 + 2);
        await("lines of rabbit3", () -> !lines().isEmpty()
                && lines().stream().allMatch(each -> each.origin().equals("rabbit3")));
        choose(1);
        await("lines of the selected queue", () -> !lines().isEmpty() && lines().stream()
                .allMatch(each -> Story.ORDERS.equals(each.queue())));
        press("#lane-quiet");
        await("another one on the stage, other lines", () -> !lines().isEmpty() && lines().stream()
                .allMatch(each -> QueueName.of("quiet").equals(each.queue())));
    }

    @Test
    void a_line_shows_its_moment_and_its_queue_and_the_scrub_bar_shows_its_line() {
        select("quiet");
        typeInto("#find", "promoting mirror");
        await("one line is left", () -> lines().size() == 1);
        EventLine line = lines().getFirst();
        press(line.log());
        await("its moment is shown", () -> seen(() -> desk.timeline().shown().entries()) == line.entry() + 1);
        assertThat(lab.recording().get(line.entry()).happening()).isInstanceOf(Happening.MirrorPromoted.class);
        assertThat(seen(() -> desk.timeline().isPast())).isTrue();
        assertThat(seen(() -> desk.selected().get())).isEqualTo(Story.ORDERS);
        await("the stage shows it", () -> isShown("#pastBanner"));
        typeInto("#find", "");
        await("all lines", () -> lines().size() > 10);
        drag("#track", -200);
        drop();
        await("the line of that moment is marked", () -> {
            int shown = seen(() -> desk.timeline().shown().entries());
            EventLine marked = seen(() -> list().getSelectionModel().getSelectedItem());
            List<EventLine> all = lines();
            return marked != null && marked.entry() < shown && all.indexOf(marked) + 1 < all.size()
                    && all.get(all.indexOf(marked) + 1).entry() >= shown;
        });
        int before = seen(() -> desk.timeline().shown().entries());
        press("#next");
        await("the next mark", () -> seen(() -> desk.timeline().shown().entries()) > before);
        press("#now");
        await("now is shown", () -> !seen(() -> desk.timeline().isPast()));
    }

    @Test
    void the_nodes_logs_stand_beside_it() {
        int events = lines().size();
        press("#showLogs");
        await("logs are listed", () -> !lines().isEmpty() && lines().size() != events);
        for (String node : List.of("rabbit1", "rabbit2", "rabbit3")) {
            assertThat(lines()).anyMatch(each -> each.origin().equals(node));
        }
        List<String> told = lab.recording().since(0).stream().map(entry -> entry.happening())
                .filter(Happening.NodeLogged.class::isInstance).map(each -> ((Happening.NodeLogged) each).line())
                .toList();
        assertThat(lines()).hasSizeLessThanOrEqualTo(told.size()).allMatch(each -> told.contains(each.log()));
        choose(2 + 1);
        await("those of rabbit2", () -> lines().stream().allMatch(each -> each.origin().equals("rabbit2")));
        press("#showEvents");
        choose(0);
        await("events again", () -> lines().size() == events);
    }

    @Test
    void a_cause_card_opens_the_rule_in_both_languages() {
        for (Language language : List.of(Language.CHINESE, Language.ENGLISH)) {
            Toolkit.run(() -> desk.language().set(language));
            await("its card", () -> isShown(".cause-promotion .rule"));
            assertThat(isShown("#fontNotice")).as("a notice only where Chinese cannot be drawn")
                    .isEqualTo(language == Language.CHINESE && !Fonts.hasChinese());
            String rule = text(".cause-promotion .rule");
            press(".cause-promotion .rule");
            awaitSheet(FxmlFile.RULE);
            Rule found = Rules.find(rule).orElseThrow();
            String wanted = language == Language.CHINESE ? found.chinese() : found.english();
            await("the rule's own sentence", () -> seen(() -> robot.lookup(".form .label").queryAll().stream()
                    .anyMatch(each -> ((Label) each).getText().equals(wanted))));
            closeSheet();
        }
    }

    @Test
    void the_projector_has_half_as_large_again_and_says_why() {
        double size = seen(() -> robot.lookup("#lane-orders .lane-name").queryLabeled().getFont().getSize());
        String why = seen(() -> desk.texts().say(desk.timeline().live().newestCause().orElseThrow().title()));
        key(KeyCode.F11);
        await("larger", () -> seen(() -> robot.lookup("#lane-orders .lane-name").queryLabeled().getFont()
                .getSize()) >= 1.49 * size);
        await("the reason stands below", () -> text("#caption").equals(why));
        assertThat(isShown("#scenario") || isShown("#events")).isFalse();
        key(KeyCode.F11);
        await("as before", () -> seen(() -> robot.lookup("#lane-orders .lane-name").queryLabeled().getFont()
                .getSize()) == size && isShown("#events"));
        WaitForAsyncUtils.clearExceptions(); // the headless screen stumbles over a frame of the old size
    }

    @SuppressWarnings("unchecked")
    private ListView<EventLine> list() {
        return (ListView<EventLine>) robot.lookup("#events").queryAs(ListView.class);
    }

    private List<EventLine> lines() {
        return seen(() -> List.copyOf(list().getItems()));
    }

    private ComboBox<?> origin() {
        return robot.lookup("#origin").queryComboBox();
    }

    private void choose(int place) {
        Toolkit.run(() -> origin().getSelectionModel().select(place));
    }
}
