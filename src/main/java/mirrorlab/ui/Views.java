package mirrorlab.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import javafx.fxml.FXMLLoader;
import javafx.scene.Parent;

/// Loads views. A controller gets the desk, and the sheet's subject when it wants one, through its only constructor.
public final class Views {
    private Views() {}

    /// A loaded view and its controller.
    public record Loaded<C>(Parent root, C controller) {}

    public static <C> Loaded<C> load(FxmlFile file, Desk desk) {
        return load(file, desk, "");
    }

    public static <C> Loaded<C> load(FxmlFile file, Desk desk, Object subject) {
        FXMLLoader loader = new FXMLLoader(file.url(), desk.texts().bundle());
        loader.setControllerFactory(type -> controller(type, desk, subject));
        try {
            Parent root = loader.load();
            return new Loaded<>(root, loader.getController());
        } catch (IOException e) {
            throw new UncheckedIOException("the view " + file.path() + " cannot be loaded", e);
        }
    }

    private static Object controller(Class<?> type, Desk desk, Object subject) {
        try {
            Constructor<?> constructor = type.getConstructors()[0];
            return constructor.getParameterCount() == 1
                    ? constructor.newInstance(desk)
                    : constructor.newInstance(desk, subject);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the controller " + type.getSimpleName() + " cannot be made", e);
        }
    }
}
