package mirrorlab.ui;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.SnapshotParameters;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.paint.Color;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import org.junit.jupiter.api.TestInstance;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// A window that is clicked and typed in. What is clicked is found, brought into sight and clicked in one piece of work of the
/// JavaFX thread, so that nothing moves under the pointer meanwhile; what is not there yet, or not in use, is awaited.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClickedWindow {
    private static final long PATIENCE_SECONDS = 120;
    /// Inside the sheet, not behind it.
    private static final String FORM = ".form ";
    final FxRobot robot = new FxRobot();
    Desk desk;
    private Stage stage;
    private Robot dragging;

    /// @param opens makes the desk and shows its window
    final void open(Consumer<Stage> opens) throws TimeoutException {
        stage = FxToolkit.registerPrimaryStage();
        Toolkit.run(() -> opens.accept(stage));
    }

    final void hide() {
        Toolkit.run(stage::hide);
    }

    // ---- what is seen

    static <T> T seen(Supplier<T> look) {
        return Toolkit.call(look);
    }

    /// In the scene and visible, like everything that it stands in.
    final boolean isShown(String query) {
        return seen(() -> shown(query).findFirst().isPresent());
    }

    final boolean isThere(String query) {
        return seen(() -> robot.lookup(query).tryQuery().isPresent());
    }

    /// What the first label, button or field that is shown says; empty when there is none.
    final String text(String query) {
        return seen(() -> switch (shown(query).findFirst().orElse(null)) {
            case Labeled labeled -> labeled.getText();
            case TextInputControl field -> field.getText();
            case null, default -> "";
        });
    }

    private Stream<Node> shown(String query) {
        return robot.lookup(query).queryAll().stream().filter(ClickedWindow::isVisible);
    }

    private static boolean isVisible(Node node) {
        for (Node each = node; each != null; each = each.getParent()) {
            if (!each.isVisible()) {
                return false;
            }
        }
        return node.getScene() != null && node.getScene().getWindow() != null;
    }

    /// What was painted on a canvas, transparent where nothing was; on the JavaFX thread.
    static WritableImage painted(Node canvas) {
        SnapshotParameters clear = new SnapshotParameters();
        clear.setFill(Color.TRANSPARENT);
        return canvas.snapshot(clear, null);
    }

    /// As a pixel of an image has it.
    static int argb(Color colour) {
        return 0xff000000 | (int) Math.round(colour.getRed() * 255) << 16
                | (int) Math.round(colour.getGreen() * 255) << 8 | (int) Math.round(colour.getBlue() * 255);
    }

    // ---- what is done

    final void press(String query) {
        press(query, MouseButton.PRIMARY);
    }

    final void press(String query, MouseButton button) {
        await(query + " is clicked", () -> seen(() -> reach(query).map(mouse -> {
            mouse.mousePress(button);
            mouse.mouseRelease(button);
            return true;
        }).orElse(false)));
    }

    /// In the sheet.
    final void click(String id) {
        press(FORM + id);
    }

    final void pointAt(String query) {
        await(query + " is pointed at", () -> seen(() -> reach(query).isPresent()));
    }

    /// Takes it at its middle and moves it so many pixels to the right; the button stays down.
    final void drag(String query, double along) {
        await(query + " is dragged", () -> seen(() -> reach(query).map(mouse -> {
            mouse.mousePress(MouseButton.PRIMARY);
            mouse.mouseMove(mouse.getMouseX() + along, mouse.getMouseY());
            dragging = mouse;
            return true;
        }).orElse(false)));
    }

    final void drop() {
        Toolkit.run(() -> dragging.mouseRelease(MouseButton.PRIMARY));
    }

    final void menu(String button, String item) {
        press(button);
        press(item);
    }

    /// A key of the window: nobody types in a field then, or the key types nothing.
    final void key(KeyCode... codes) {
        await(List.of(codes) + " is pressed in the window", () -> seen(() -> {
            boolean typing = stage.getScene().getFocusOwner() instanceof TextInputControl field && field.isEditable();
            if (!stage.isFocused() || typing && !codes[0].isFunctionKey()) {
                return false;
            }
            push(codes);
            return true;
        }));
    }

    /// A key for whatever has the focus.
    final void keyWhereverTyped(KeyCode... codes) {
        await(List.of(codes) + " is pressed", () -> seen(() -> {
            if (stage.isFocused()) {
                push(codes);
            }
            return stage.isFocused();
        }));
    }

    /// Escape, which a field does not keep for itself, until no sheet is open.
    final void closeSheet() {
        await("the sheet is closed", () -> seen(() -> {
            if (desk.sheet().get() == null) {
                return true;
            }
            push(KeyCode.ESCAPE);
            return false;
        }));
    }

    private static void push(KeyCode... codes) {
        Robot keys = new Robot();
        for (KeyCode each : codes) {
            keys.keyPress(each);
        }
        for (KeyCode each : List.of(codes).reversed()) {
            keys.keyRelease(each);
        }
    }

    /// Into a field of the sheet, in place of what stands there.
    final void type(String id, String text) {
        typeInto(FORM + id, text);
    }

    final void typeInto(String query, String text) {
        press(query);
        await(text + " is typed in " + query, () -> seen(() -> shown(query).findFirst().map(found -> {
            TextInputControl field = (TextInputControl) found;
            if (!field.isFocused()) {
                return false;
            }
            field.clear();
            write(field, text);
            return field.getText().equals(text);
        }).orElse(false)));
    }

    /// Into the field that has the focus.
    final void write(String text) {
        await("somebody can type " + text, () -> seen(() -> {
            if (!(stage.getScene().getFocusOwner() instanceof TextInputControl field) || !field.isFocused()) {
                return false;
            }
            write(field, text);
            return true;
        }));
    }

    private static void write(TextInputControl field, String text) {
        text.codePoints().mapToObj(Character::toString).forEach(each -> {
            KeyCode named = KeyCode.getKeyCode(each.toUpperCase(java.util.Locale.ROOT));
            KeyCode code = named == null ? KeyCode.UNDEFINED : named;
            Event.fireEvent(field, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false));
            Event.fireEvent(field,
                    new KeyEvent(KeyEvent.KEY_TYPED, each, "", KeyCode.UNDEFINED, false, false, false, false));
            Event.fireEvent(field, new KeyEvent(KeyEvent.KEY_RELEASED, "", "", code, false, false, false, false));
        });
    }

    /// In the sheet.
    final void choose(String id, String value) {
        await(value + " is chosen in " + id, () -> seen(() -> robot.lookup(FORM + id).tryQueryAs(comboBox())
                .filter(box -> box.getItems().contains(value)).map(box -> {
                    box.setValue(value);
                    return true;
                }).orElse(false)));
    }

    @SuppressWarnings("unchecked")
    private static Class<ComboBox<String>> comboBox() {
        return (Class<ComboBox<String>>) (Class<?>) ComboBox.class;
    }

    /// On the JavaFX thread: moves the pointer to the middle of the first that is shown, in use, and not covered.
    private Optional<Robot> reach(String query) {
        Robot mouse = new Robot();
        return shown(query).filter(node -> !node.isDisabled() && isReached(mouse, node)).findFirst().map(node -> mouse);
    }

    private static boolean isReached(Robot mouse, Node node) {
        node.getScene().getRoot().applyCss();
        node.getScene().getRoot().layout();
        reveal(node);
        Bounds bounds = node.localToScreen(node.getBoundsInLocal());
        if (bounds == null || bounds.isEmpty()) {
            return false;
        }
        mouse.mouseMove(bounds.getCenterX(), bounds.getCenterY());
        Node under = node.isMouseTransparent() ? node.getParent() : node;
        return under.isHover();
    }

    /// As somebody turns the wheel until it is in the middle; what is in sight stays where it is.
    private static void reveal(Node node) {
        for (Node each = node.getParent(); each != null; each = each.getParent()) {
            if (each instanceof ScrollPane pane && pane.getContent() != null) {
                Bounds bounds = pane.getContent().sceneToLocal(node.localToScene(node.getBoundsInLocal()));
                double room = pane.getViewportBounds().getHeight();
                double free = pane.getContent().getBoundsInLocal().getHeight() - room;
                double top = free <= 0 ? 0 : pane.getVvalue() * free;
                if (free > 0 && (bounds.getMinY() < top || bounds.getMaxY() > top + room)) {
                    pane.setVvalue(Math.clamp((bounds.getCenterY() - room / 2) / free, 0, 1));
                    pane.layout();
                }
            }
        }
    }

    // ---- what comes about

    final void awaitSheet(FxmlFile form) {
        await(form + " opens", () -> seen(() -> desk.sheet().get() != null && desk.sheet().get().file() == form
                && shown(FORM.strip()).findFirst().isPresent()));
    }

    final void awaitNoSheet() {
        await("the form closes", () -> seen(() -> desk.sheet().get()) == null);
    }

    final void awaitText(String query, Predicate<String> wanted) {
        String[] last = {""};
        await(() -> query + " says what it should, not " + last[0], () -> {
            last[0] = text(query);
            return wanted.test(last[0]);
        });
    }

    static void await(String what, Callable<Boolean> condition) {
        await(() -> what, condition);
    }

    /// What cannot be looked at yet (nothing is found, a door does not answer) is looked at again.
    private static void await(Supplier<String> what, Callable<Boolean> condition) {
        RuntimeException[] last = {null};
        try {
            WaitForAsyncUtils.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS, () -> {
                try {
                    return condition.call();
                } catch (RuntimeException e) {
                    last[0] = e;
                    return false;
                }
            });
        } catch (TimeoutException e) {
            AssertionError missed = new AssertionError("did not come about: " + what.get(), e);
            if (last[0] != null) {
                missed.addSuppressed(last[0]);
            }
            throw missed;
        }
    }
}
