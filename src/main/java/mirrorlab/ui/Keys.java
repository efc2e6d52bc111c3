package mirrorlab.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.TraversalDirection;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The keys of the stage. One table serves the keyboard and the list that `?` opens.
public final class Keys {
    /// Style of what is no button and is chosen by Enter or Space all the same.
    public static final String CHOOSABLE = "choosable";
    /// The stage's search, which is over when it is left.
    private static final String SEARCH = "#stageSearch";
    /// The event list's.
    private static final String FIND = "#find";
    private final Desk desk;
    private final Commands commands;
    private @Nullable Scene listening;
    private String swallowed = "";

    /// @param label what the list shows, `key` its description in the bundle
    public record Key(String label, String key, Runnable action, KeyCode... codes) {}

    public Keys(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    public List<Key> all() {
        List<Key> keys = new ArrayList<>(commandKeys());
        for (Page page : Page.values()) {
            keys.add(new Key(page.key().getName(), "page." + page.word() + ".tip", () -> desk.page().set(page),
                    page.key()));
        }
        return List.copyOf(keys);
    }

    private List<Key> commandKeys() {
        return List.of(new Key(".", "keys.step", this::step, KeyCode.PERIOD, KeyCode.DECIMAL),
                new Key("Space", "keys.play", this::play, KeyCode.SPACE),
                new Key("H", "keys.hold", commands::holdOrRelease, KeyCode.H),
                new Key("K", "keys.kill", commands::killMaster, KeyCode.K),
                new Key("S", "keys.stop", commands::stopMaster, KeyCode.S),
                new Key("R", "keys.start", commands::startLastDead, KeyCode.R),
                new Key("Y", "keys.sync", commands::synchronise, KeyCode.Y),
                new Key("X", "keys.cancel", commands::cancelSynchronisation, KeyCode.X),
                new Key("P", "keys.publish", commands::publishSome, KeyCode.P),
                new Key("U", "keys.publish.form", () -> commands.open(FxmlFile.PUBLISH_FORM), KeyCode.U),
                new Key("G", "keys.get", () -> commands.open(FxmlFile.GET_FORM), KeyCode.G),
                new Key("C", "keys.consume", () -> commands.open(FxmlFile.CONSUME_FORM), KeyCode.C),
                new Key("Q", "keys.queue", () -> commands.open(FxmlFile.QUEUE_FORM), KeyCode.Q),
                new Key("O", "keys.policy", () -> commands.open(FxmlFile.POLICY_FORM), KeyCode.O),
                new Key("W", "keys.clients", () -> commands.open(FxmlFile.CLIENTS_SHEET), KeyCode.W),
                new Key("B", "keys.publisher", () -> commands.open(FxmlFile.PUBLISHER_FORM), KeyCode.B),
                new Key("V", "keys.pause.clients", commands::pauseClients, KeyCode.V),
                new Key("A", "keys.uri", commands::copyUri, KeyCode.A),
                new Key("F8", "keys.text", commands::copyState, KeyCode.F8), new Key("↑ ↓", "keys.select", () -> {}),
                new Key("← →", "keys.scrub", () -> {}),
                new Key("1 … 9", "keys.node", () -> {}), new Key("N", "keys.now", desk.timeline()::showNow, KeyCode.N),
                new Key("F11", "keys.projector", () -> desk.projector().set(!desk.projector().get()), KeyCode.F11),
                new Key("[", "keys.left", () -> desk.leftFolded().set(!desk.leftFolded().get()), KeyCode.OPEN_BRACKET),
                new Key("]", "keys.right", () -> desk.rightFolded().set(!desk.rightFolded().get()),
                        KeyCode.CLOSE_BRACKET),
                new Key("E", "keys.aside", () -> desk.aside().set(desk.aside().get().next()), KeyCode.E),
                new Key("Z", "keys.freeze", commands::freeze, KeyCode.Z),
                new Key("I", "keys.isolate", commands::isolate, KeyCode.I),
                new Key("J", "keys.heal", commands::healLinks, KeyCode.J),
                new Key("F", "keys.find", () -> goTo(FIND), KeyCode.F),
                new Key("T", "keys.theme", () -> desk.theme().set(desk.theme().get().other()), KeyCode.T),
                new Key("L", "keys.language", () -> desk.language().set(desk.language().get().other()), KeyCode.L),
                new Key("M", "keys.motion", () -> desk.reducedMotion().set(!desk.reducedMotion().get()), KeyCode.M),
                new Key("/", "keys.search", () -> {}, KeyCode.DIVIDE),
                new Key(",", "keys.pin", commands::pin, KeyCode.COMMA),
                new Key("D", "keys.at.risk", commands::onlyAtRisk, KeyCode.D),
                new Key("+", "keys.nearer", () -> commands.look(1), KeyCode.PLUS, KeyCode.EQUALS, KeyCode.ADD),
                new Key("−", "keys.further", () -> commands.look(-1), KeyCode.MINUS, KeyCode.SUBTRACT),
                new Key("0", "keys.closeness", commands::lookAsUsual, KeyCode.DIGIT0, KeyCode.NUMPAD0),
                new Key("?", "keys.help", () -> commands.open(FxmlFile.KEYS), KeyCode.SLASH, KeyCode.F1),
                new Key("Esc", "keys.close", this::close, KeyCode.ESCAPE));
    }

    /// Keys belong to a text field while one is being typed in, except the one that leaves it and those that type nothing.
    void listenTo(Scene scene) {
        listening = scene;
        List<Key> keys = all();
        scene.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            boolean typing = isTypedIn(event.getTarget()) || isTypedIn(scene.getFocusOwner());
            boolean plain = !event.isControlDown() && !event.isAltDown() && !event.isMetaDown();
            swallowed = "";
            if (plain && event.getCode() == KeyCode.TAB && event.getTarget() instanceof TextArea area) {
                // nothing that is typed here needs a tabulator, and who has no mouse must get out again
                area.requestFocusTraversal(
                        event.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
                event.consume();
            } else if (plain && !typing && isSearch(event)) {
                search();
                swallowed = event.getText();
                event.consume();
            } else if (plain && (!typing || event.getCode() == KeyCode.ESCAPE || event.getCode().isFunctionKey())) {
                pressed(keys, event);
                if (event.isConsumed()) {
                    swallowed = event.getText();
                }
            }
        });
        // the key that opens a form or the search is not a part of what is typed there
        scene.addEventFilter(KeyEvent.KEY_TYPED, event -> {
            if (!swallowed.isEmpty() && event.getCharacter().equals(swallowed)) {
                event.consume();
            }
            swallowed = "";
        });
    }

    private static boolean isSearch(KeyEvent event) {
        return event.getCode() == KeyCode.DIVIDE || (event.getCode() == KeyCode.SLASH && !event.isShiftDown());
    }

    private void search() {
        desk.page().set(Page.STAGE);
        goTo(SEARCH);
    }

    private void goTo(String id) {
        Node field = listening == null ? null : listening.lookup(id);
        if (field != null) {
            field.requestFocus();
        }
    }

    private static boolean isTypedIn(@Nullable Object target) {
        return target instanceof TextInputControl input && input.isEditable();
    }

    private void pressed(List<Key> keys, KeyEvent event) {
        for (Key key : keys) {
            if (List.of(key.codes()).contains(event.getCode()) && !isForControl(event)) {
                key.action().run();
                event.consume();
                return;
            }
        }
        if (!isForControl(event)) {
            switch (event.getCode()) {
                case UP -> consumed(event, this::select, -1);
                case DOWN -> consumed(event, this::select, 1);
                case LEFT -> consumed(event, this::scrub, -1);
                case RIGHT -> consumed(event, this::scrub, 1);
                default -> chooseNode(event);
            }
        }
    }

    private static void consumed(KeyEvent event, BiConsumer<KeyEvent, Integer> action, int direction) {
        action.accept(event, direction);
        event.consume();
    }

    /// Space presses a button that was reached by keyboard or stands in a form; elsewhere it plays. Arrows belong to lists,
    /// menus and choices.
    private static boolean isForControl(KeyEvent event) {
        boolean space = event.getCode() == KeyCode.SPACE;
        return switch (event.getTarget()) {
            case javafx.scene.control.MenuButton menu ->
                menu.isFocusVisible() && (space || event.getCode() == KeyCode.UP || event.getCode() == KeyCode.DOWN);
            case javafx.scene.control.RadioButton radio -> space || event.getCode().isArrowKey();
            case javafx.scene.control.ButtonBase button -> space && (button.isFocusVisible() || isInForm(button));
            case javafx.scene.control.ComboBoxBase<?> box -> space || event.getCode().isArrowKey();
            case javafx.scene.control.Slider slider -> event.getCode().isArrowKey();
            case TextInputControl input -> event.getCode().isArrowKey();
            case javafx.scene.control.TableView<?> table -> space || event.getCode().isArrowKey();
            case javafx.scene.control.ListView<?> list -> space || event.getCode().isArrowKey();
            case Node part when part.getStyleClass().contains(CHOOSABLE) -> space;
            default -> false;
        };
    }

    private static boolean isInForm(Node node) {
        for (Node each = node; each != null; each = each.getParent()) {
            if (each.getStyleClass().contains("form")) {
                return true;
            }
        }
        return false;
    }

    private void chooseNode(KeyEvent event) {
        int number = event.getText().isEmpty() ? 0 : event.getText().charAt(0) - '0';
        var columns = desk.timeline().live().columns();
        if (event.getCode().isDigitKey() && number >= 1 && number <= columns.size()) {
            desk.chosenNode().set(columns.get(number - 1));
            event.consume();
        }
    }

    private void select(KeyEvent event, int direction) {
        List<QueueName> shown = desk.queuesInOrder().get();
        List<QueueName> queues = shown.isEmpty() ? desk.timeline().shown().queues() : shown;
        if (!queues.isEmpty()) {
            int at = queues.indexOf(desk.selected().get());
            desk.selected().set(queues.get(Math.clamp(at + direction, 0, queues.size() - 1)));
        }
    }

    /// Among tabs that were reached by keyboard an arrow goes to the next one, elsewhere to the next event.
    private void scrub(KeyEvent event, int direction) {
        if (event.getTarget() instanceof ToggleButton tab && tab.isFocusVisible() && tab.getToggleGroup() != null) {
            List<Toggle> tabs = tab.getToggleGroup().getToggles();
            int next = tabs.indexOf(tab) + direction;
            if (next >= 0 && next < tabs.size() && tabs.get(next) instanceof ToggleButton other) {
                other.fire();
                tab.requestFocusTraversal(direction > 0 ? TraversalDirection.NEXT : TraversalDirection.PREVIOUS);
            }
        } else {
            desk.timeline().jump(direction);
        }
    }

    private void close() {
        desk.sheet().set(null);
        desk.chosenNode().set(null);
        if (listening != null && listening.getFocusOwner() instanceof TextInputControl field) {
            if (("#" + field.getId()).equals(SEARCH)) {
                field.clear();
            }
            listening.getRoot().requestFocus();
        }
    }

    private void step() {
        desk.timeline().showNow();
        var unused = desk.lab().player().step();
    }

    private void play() {
        if (desk.timeline().isPast()) {
            desk.timeline().playPast(!desk.timeline().isPlaying());
            return;
        }
        ScenarioPlayer player = desk.lab().player();
        if (desk.scenario().get().playing()) {
            player.pause();
        } else {
            desk.timeline().showNow();
            var unused = player.play();
        }
    }
}
