package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.Slider;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.LinkPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The pages NETWORK and TOPOLOGY, their menus, sheets and asides by keyboard alone. The frozen node comes last: the others may
/// give it up.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeyboardTest extends LabWindow {
    private static final int LONGEST_WAY = 150;

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    private void page(KeyCode key, Page page) {
        Toolkit.run(() -> desk.page().set(Page.STAGE));
        keyWhereverTyped(key);
        await(page + " is shown", () -> seen(() -> desk.page().get()) == page);
    }

    private Node owner() {
        return seen(() -> robot.lookup("#root").query().getScene().getFocusOwner());
    }

    /// Everything that can be used, is shown and enabled.
    private static void usable(Parent parent, Set<Node> found) {
        for (Node each : parent.getChildrenUnmodifiable()) {
            if (!each.isVisible() || each.isDisabled() || each.getLayoutBounds().isEmpty()) {
                continue;
            }
            boolean works = each instanceof ButtonBase || each instanceof TextInputControl
                    || each instanceof ComboBoxBase<?> || each instanceof Slider || each instanceof TableView<?>
                    || each instanceof ListView<?> || each.getStyleClass().contains(Keys.CHOOSABLE);
            boolean other = each instanceof ToggleButton tab && tab.getToggleGroup() != null && !tab.isSelected();
            if (works && !other) { // an arrow goes to the other tabs of a group
                found.add(each);
            } else if (!works && each instanceof Parent inner) {
                usable(inner, found);
            }
        }
    }

    private static String name(Node node) {
        return node.getClass().getSimpleName() + "#" + node.getId()
                + (node instanceof Labeled labeled ? " \"" + labeled.getText() + "\"" : "");
    }

    private static IntBuffer pixels(Node node) {
        WritableImage image = node.snapshot(null, null);
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        IntBuffer pixels = IntBuffer.allocate(width * height);
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels.array(), 0,
                width);
        return pixels;
    }

    /// Goes through the whole window with Tab: every control is reached, and each shows that it has the focus.
    private void walkThrough() {
        Set<Node> missing = seen(() -> {
            Set<Node> all = new LinkedHashSet<>();
            usable((Parent) robot.lookup("#root").query(), all);
            return all;
        });
        assertThat(missing).hasSizeGreaterThan(20);
        Set<Node> reached = new LinkedHashSet<>();
        List<String> unseen = new ArrayList<>();
        for (int i = 0; i < LONGEST_WAY && !missing.isEmpty(); i++) {
            keyWhereverTyped(KeyCode.TAB);
            Node owner = owner();
            if (!reached.add(owner)) {
                continue;
            }
            missing.remove(owner);
            if (!isSeen(owner)) {
                unseen.add(name(owner));
            }
        }
        missing.removeIf(each -> each.getScene() == null);
        assertThat(missing.stream().map(KeyboardTest::name)).as("not reached with Tab").isEmpty();
        assertThat(unseen).as("do not show that they have the focus").isEmpty();
    }

    private boolean isSeen(Node node) {
        return Toolkit.call(() -> {
            if (node.getScene() == null) {
                return true; // something was told meanwhile, and another one stands in its place
            }
            IntBuffer with = pixels(node);
            Node other = node.getScene().lookup("#foldLeft").equals(node)
                    ? node.getScene().lookup("#foldRight")
                    : node.getScene().lookup("#foldLeft");
            other.requestFocus();
            boolean differs = !with.equals(pixels(node));
            node.requestFocus();
            return differs;
        });
    }

    private void tabTo(String id) {
        tabTo(id, node -> id.equals(node.getId()));
    }

    private void tabTo(String what, Predicate<Node> wanted) {
        for (int i = 0; i < LONGEST_WAY; i++) {
            Node owner = owner();
            if (owner != null && seen(() -> owner.isFocusVisible() && wanted.test(owner))) {
                return;
            }
            keyWhereverTyped(KeyCode.TAB);
        }
        throw new AssertionError("Tab does not go to " + what);
    }

    /// Opens the focused menu and goes down to an item.
    private void choose(String item) throws Exception {
        keyWhereverTyped(KeyCode.ENTER);
        await("the menu opens", () -> robot.lookup("#" + item).tryQuery().isPresent());
        await(item + " has the focus", () -> {
            boolean isThere = seen(() -> robot.lookup("#" + item).query().isFocused());
            if (!isThere) {
                keyWhereverTyped(KeyCode.DOWN);
            }
            return isThere;
        });
        keyWhereverTyped(KeyCode.ENTER);
    }

    private LinkPicture way(int from, int to) {
        return seen(() -> desk.timeline().live().picture().links().stream()
                .filter(each -> each.from().equals(desk.timeline().live().columns().get(from - 1))
                        && each.to().equals(desk.timeline().live().columns().get(to - 1)))
                .findFirst().orElseThrow());
    }

    @Test
    @Order(1)
    void every_control_of_the_topology_page_is_reached_and_shows_it() throws Exception {
        done(Step.of("declare_queue").with("queue", "parcels"));
        page(KeyCode.F5, Page.TOPOLOGY);
        await("the queue is drawn", () -> robot.lookup("#queue-parcels").tryQuery().isPresent());
        walkThrough();
    }

    @Test
    @Order(2)
    void an_exchange_is_added_and_bound_with_keys() throws Exception {
        page(KeyCode.F5, Page.TOPOLOGY);
        tabTo("addExchange");
        keyWhereverTyped(KeyCode.SPACE);
        awaitSheet(FxmlFile.EXCHANGE_FORM);
        await("the name has the focus", () -> "name".equals(owner().getId()));
        write("post");
        keyWhereverTyped(KeyCode.ENTER);
        await("it is drawn", () -> robot.lookup("#exchange-post").tryQuery().isPresent());
        Toolkit.run(() -> desk.sheet().set(null));
        tabTo("exchange-post");
        keyWhereverTyped(KeyCode.SPACE);
        tabTo("bindThis");
        keyWhereverTyped(KeyCode.SPACE);
        awaitSheet(FxmlFile.BIND_FORM);
        tabTo("destination");
        keyWhereverTyped(KeyCode.DOWN);
        tabTo("apply");
        keyWhereverTyped(KeyCode.SPACE);
        await("it is bound", () -> robot.lookup("#tag-post-parcels").tryQuery().isPresent());
        keyWhereverTyped(KeyCode.ESCAPE);
        await("the sheet is closed", () -> seen(() -> desk.sheet().get()) == null);
        tabTo("tag-post-parcels");
        keyWhereverTyped(KeyCode.ENTER);
        tabTo("unbind");
        keyWhereverTyped(KeyCode.SPACE);
        await("it is unbound", () -> robot.lookup("#tag-post-parcels").tryQuery().isEmpty());
    }

    @Test
    @Order(3)
    void the_asides_are_reached_and_changed_with_keys() {
        tabTo("aside-why");
        keyWhereverTyped(KeyCode.RIGHT);
        await("the forecast is shown", () -> seen(() -> desk.aside().get()) == Aside.FORECAST);
        await("its tab has the focus", () -> "aside-forecast".equals(owner().getId()));
        keyWhereverTyped(KeyCode.RIGHT);
        await("the ledger is shown", () -> seen(() -> desk.aside().get()) == Aside.LEDGER);
        walkThrough();
        tabTo("aside-ledger");
        keyWhereverTyped(KeyCode.LEFT);
        await("the forecast is shown again", () -> seen(() -> desk.aside().get()) == Aside.FORECAST);
        tabTo("kill");
        keyWhereverTyped(KeyCode.RIGHT);
        await("a clean stop is forecast",
                () -> seen(() -> robot.lookup("#stop").queryAs(ToggleButton.class).isSelected()));
        Toolkit.run(() -> desk.aside().set(Aside.WHY));
    }

    @Test
    @Order(4)
    void every_control_of_the_network_page_is_reached_and_shows_it() throws Exception {
        page(KeyCode.F3, Page.NETWORK);
        walkThrough();
    }

    @Test
    @Order(5)
    void a_link_is_cut_delayed_and_healed_with_keys() throws Exception {
        page(KeyCode.F3, Page.NETWORK);
        tabTo("link-rabbit1-rabbit2");
        choose("link-cut-there-rabbit1-rabbit2");
        await("one way is cut", () -> way(1, 2).isCut() && !way(2, 1).isCut());
        tabTo("link-rabbit1-rabbit2");
        choose("link-heal-rabbit1-rabbit2");
        await("it is healed", () -> !way(1, 2).isDisturbed());
        tabTo("link-rabbit2-rabbit3");
        choose("link-disturb-rabbit2-rabbit3");
        awaitSheet(FxmlFile.LINK_FORM);
        await("the delay has the focus", () -> "delay".equals(owner().getId()));
        keyWhereverTyped(KeyCode.CONTROL, KeyCode.A);
        write("80");
        keyWhereverTyped(KeyCode.TAB);
        keyWhereverTyped(KeyCode.CONTROL, KeyCode.A);
        write("2");
        keyWhereverTyped(KeyCode.ENTER);
        await("both ways are slow", () -> way(2, 3).delayMillis() == 80 && way(3, 2).lossPercent() == 2);
        keyWhereverTyped(KeyCode.ESCAPE);
        await("the sheet is closed", () -> seen(() -> desk.sheet().get()) == null);
        await("the focus is back where it was opened", () -> "link-rabbit2-rabbit3".equals(owner().getId()));
        tabTo("healAll");
        keyWhereverTyped(KeyCode.SPACE);
        await("all is healed", () -> !way(2, 3).isDisturbed() && !way(3, 2).isDisturbed());
    }

    @Test
    @Order(6)
    void every_control_of_stage_load_and_text_is_reached_and_shows_it() {
        for (Page page : List.of(Page.STAGE, Page.LOAD, Page.TEXT)) {
            page(page.key(), page);
            walkThrough();
        }
    }

    @Test
    @Order(7)
    void a_node_is_frozen_and_thawed_with_keys() throws Exception {
        page(KeyCode.F3, Page.NETWORK);
        tabTo("map-rabbit3");
        choose("map-pause-rabbit3");
        await("it is frozen",
                () -> seen(() -> desk.timeline().live().nodes().get(2).state()) == NodePicture.State.PAUSED);
        await("the menu offers to thaw it", () -> seen(() -> robot.lookup("#map-rabbit3").queryAs(
                javafx.scene.control.MenuButton.class).getItems().get(1).isVisible()));
        tabTo("map-rabbit3");
        choose("map-resume-rabbit3");
        await("it runs",
                () -> seen(() -> desk.timeline().live().nodes().get(2).state()) == NodePicture.State.RUNNING);
    }
}
