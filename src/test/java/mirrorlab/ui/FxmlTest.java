package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.TextField;
import mirrorlab.ui.network.Way;
import mirrorlab.ui.twin.Twin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every view loads, its controller gets what it asks for, and every control that people use has an id and a tooltip.
class FxmlTest {

    @Test
    void the_list_of_views_is_the_folder() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("fxml"))) {
            List<String> found = files.map(file -> "/fxml/" + file.getFileName()).filter(name -> name.endsWith(".fxml"))
                    .toList();
            assertThat(new TreeSet<>(found))
                    .isEqualTo(new TreeSet<>(Arrays.stream(FxmlFile.values()).map(FxmlFile::path).toList()));
        }
    }

    @ParameterizedTest
    @EnumSource(FxmlFile.class)
    void loads_and_finds_everything(FxmlFile file) {
        Toolkit.run(() -> {
            Views.Loaded<Object> view = Views.load(file, desk(), subject(file));
            for (Class<?> type = view.controller().getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (field.isAnnotationPresent(FXML.class)) {
                        assertThat(value(field, view.controller())).as("%s of %s", field.getName(), file).isNotNull();
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource(FxmlFile.class)
    void controls_have_ids_and_tooltips(FxmlFile file) {
        Toolkit.run(() -> {
            Parent root = Views.load(file, desk(), subject(file)).root();
            new Scene(root);
            root.applyCss();
            for (Node node : root.lookupAll("*")) {
                boolean used = node instanceof ButtonBase || node instanceof TextField || node instanceof ComboBox<?>;
                boolean own = used && !(node.getStyleClass().contains("rule") || node.getParent() instanceof ComboBox<?>
                        || node.getStyleClass().contains("arrow-button"));
                if (own) {
                    assertThat(node.getId()).as("id of %s in %s", node, file).isNotBlank();
                    assertThat(((Control) node).getTooltip()).as("tooltip of %s in %s", node.getId(), file).isNotNull();
                }
            }
        });
    }

    private static Object subject(FxmlFile file) {
        return switch (file) {
            case NODE_CARD -> Story.R1;
            case LANE -> Story.ORDERS;
            case RULE -> "F-04";
            case LINK_FORM -> new Way(Story.R1, Story.R2);
            case TWIN_OVERVIEW, TWIN_CONNECTIONS, TWIN_QUEUES, TWIN_QUEUE, TWIN_POLICIES, TWIN_POLICY_FORM,
                    TWIN_PUBLISH,
                    TWIN_GET, TWIN_QUEUE_BINDINGS,
                    TWIN_CHANNELS, TWIN_EXCHANGES, TWIN_EXCHANGE ->
                new Twin(desk());
            default -> "";
        };
    }

    private static Desk desk() {
        Desk desk = new Desk(new RecordedLab(new Story().welcome().entries()));
        desk.frame(0);
        return desk;
    }

    private static Object value(Field field, Object controller) {
        try {
            field.setAccessible(true);
            return field.get(controller);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
