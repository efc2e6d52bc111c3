package mirrorlab.ui;

import java.util.Locale;
import java.util.Objects;
import javafx.animation.AnimationTimer;
import javafx.application.Application;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.input.KeyCombination;
import javafx.stage.Stage;
import mirrorlab.lab.Lab;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Theme;

/// The window of one lab. It shows at once; nodes appear as the recording tells of them.
public final class MirrorlabWindow {
    public static final double WIDTH = 1280;
    public static final double HEIGHT = 720;
    private static final double SMALLEST_WIDTH = 1000;
    private static final double SMALLEST_HEIGHT = 620;
    private static final double TEXT = 13.5;
    private static final double PROJECTED = 1.5;
    private static final String TOPOLOGY_LOOK = "/fxml/css/topology.css";
    private static final String LOOK = "/fxml/css/mirrorlab.css";
    private static final String HOLDS = "/fxml/css/holds.css";
    private static final String NETWORK = "/fxml/css/network.css";
    private static final String TWIN = "/fxml/css/twin.css";
    private final Desk desk;
    private final Scene scene;

    /// On the JavaFX thread.
    public MirrorlabWindow(Desk desk, double width, double height) {
        this.desk = desk;
        scene = new Scene(new javafx.scene.layout.Pane(), width, height);
        desk.theme().addListener((property, before, now) -> dress(now));
        desk.language().addListener((property, before, now) -> build());
        desk.projector().addListener((property, before, now) -> size());
        dress(desk.theme().get());
        build();
        scene.widthProperty().addListener((property, before, now) -> size());
        scene.heightProperty().addListener((property, before, now) -> size());
        new Keys(desk).listenTo(scene);
    }

    /// Opens the window and returns when it was closed. The lab stays open; closing it is its owner's.
    public static void launch(Lab lab) {
        WindowApplication.lab = lab;
        Application.launch(WindowApplication.class);
    }

    /// Another theme is two other style sheets; nothing is built again.
    private void dress(Theme theme) {
        Application.setUserAgentStylesheet(theme.controls());
        scene.getStylesheets().setAll(url(theme.colours()), url(LOOK), url(HOLDS), url(NETWORK), url(TWIN),
                url(TOPOLOGY_LOOK));
    }

    /// Another language is the same views from the same models with the other bundle.
    private void build() {
        desk.forgetViews();
        Parent root = Views.load(FxmlFile.MAIN_WINDOW, desk).root();
        root.setFocusTraversable(true);
        scene.setRoot(root);
        root.requestFocus();
        size();
    }

    /// Type grows with the window, at half its pace: a larger window shows more and is read from further away.
    private void size() {
        double ratio = Math.min(scene.getWidth() / WIDTH, scene.getHeight() / HEIGHT);
        double projected = desk.projector().get() ? PROJECTED : 1;
        double zoom = Math.round(Math.clamp(1 + (ratio - 1) * 0.5, 1, 2) * projected * 20) / 20.0;
        desk.zoom().set(zoom);
        scene.getRoot().setStyle(String.format(Locale.ROOT, "-fx-font-family: '%s'; -fx-font-size: %.2fpx;",
                Fonts.text(desk.language().get()), TEXT * zoom));
    }

    private static String url(String path) {
        return Objects.requireNonNull(MirrorlabWindow.class.getResource(path), path).toExternalForm();
    }

    public Scene scene() {
        return scene;
    }

    /// Shows the window on a stage and follows the lab, one frame at a time.
    public void show(Stage stage) {
        stage.setScene(scene);
        stage.setTitle(desk.say("window.title"));
        desk.language().addListener((property, before, now) -> stage.setTitle(now.texts().say("window.title")));
        stage.setFullScreenExitHint("");
        stage.setFullScreenExitKeyCombination(KeyCombination.NO_MATCH);
        desk.projector().addListener((property, before, now) -> stage.setFullScreen(now));
        stage.setMinWidth(SMALLEST_WIDTH);
        stage.setMinHeight(SMALLEST_HEIGHT);
        new AnimationTimer() {
            @Override
            public void handle(long nanos) {
                if (stage.isShowing()) {
                    desk.frame(nanos);
                } else {
                    stop();
                }
            }
        }.start();
        stage.show();
        scene.getRoot().requestFocus();
    }

    /// JavaFX makes its application itself.
    public static final class WindowApplication extends Application {
        private static @org.jspecify.annotations.Nullable Lab lab;

        @Override
        public void start(Stage stage) {
            Desk desk = new Desk(Objects.requireNonNull(lab, "the window is opened by MirrorlabWindow.launch"));
            new MirrorlabWindow(desk, WIDTH, HEIGHT).show(stage);
        }
    }
}
