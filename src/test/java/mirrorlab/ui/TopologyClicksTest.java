package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import javafx.scene.control.TableView;
import javafx.scene.image.WritableImage;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.ExchangeTraffic;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.look.Palette;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The topology page and the text page, clicked on embedded nodes. What is asserted is what the nodes' management door says.
class TopologyClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @BeforeEach
    void openThePage() throws Exception {
        Toolkit.run(() -> desk.sheet().set(null));
        key(KeyCode.F5);
        await("the page is shown", () -> seen(() -> desk.page().get()) == Page.TOPOLOGY
                && isThere("#addExchange"));
    }

    private boolean any(int node, String path, Predicate<JsonNode> wanted) {
        return StreamSupport.stream(door(node).get(path).spliterator(), false).anyMatch(wanted);
    }

    private void awaitBox(String id) throws Exception {
        await(id + " is drawn", () -> isThere("#" + id));
    }

    /// The second row, after `/`; cells are made anew while nodes tell.
    private void selectSecond() {
        await("the second row is selected", () -> seen(() -> {
            TableView<?> table = (TableView<?>) robot.lookup("#accountTable").query();
            table.getSelectionModel().select(1);
            return table.getSelectionModel().getSelectedIndex() == 1;
        }));
    }

    @Test
    void an_exchange_is_declared_bound_published_along_unbound_and_deleted() throws Exception {
        done(Step.of("declare_queue").with("queue", "parcels"));
        awaitBox("queue-parcels");
        press("#addExchange");
        awaitSheet(FxmlFile.EXCHANGE_FORM);
        type("#name", "post");
        choose("#type", "topic");
        click("#apply");
        await("every node has it", () -> List.of(0, 1, 2).stream().allMatch(node -> any(node, "/api/exchanges/%2F",
                each -> each.path("name").asText().equals("post") && each.path("type").asText().equals("topic"))));
        awaitBox("exchange-post");

        press("#exchange-post");
        press("#bindThis");
        awaitSheet(FxmlFile.BIND_FORM);
        choose("#destination", "parcels");
        type("#key", "parcel.#");
        click("#apply");
        await("every node has the binding",
                () -> List.of(0, 1, 2).stream().allMatch(node -> any(node, "/api/bindings/%2F",
                        each -> each.path("source").asText().equals("post")
                                && each.path("routing_key").asText().equals("parcel.#"))));
        await("its key is drawn", () -> isThere("#tag-post-parcels"));
        await("all nodes agree", () -> text("#sameness").contains("rabbit1, rabbit2, rabbit3"));

        press("#exchange-post");
        press("#publishTo");
        awaitSheet(FxmlFile.EXCHANGE_PUBLISH_FORM);
        type("#key", "parcel.heavy");
        type("#count", "7");
        click("#apply");
        await("seven have arrived", () -> door(2).queue("parcels").path("messages").asInt() == 7);
        await("the way is told", () -> text("#about").contains("\"parcel.heavy\" went to parcels"));
        type("#key", "letter");
        type("#count", "2");
        click("#apply");
        await("two found no queue", () -> text("#about").contains("2 unroutable"));
        await("nine were published", () -> seen(() -> desk.timeline().live().picture().exchangeTraffic().stream()
                .mapToLong(ExchangeTraffic::published).sum()) == 9);
        await("and no more have arrived", () -> door(0).queue("parcels").path("messages").asInt() == 7);
        Toolkit.run(() -> desk.sheet().set(null));

        press("#tag-post-parcels");
        press("#unbind");
        await("no node has the binding", () -> List.of(0, 1, 2).stream().noneMatch(
                node -> any(node, "/api/bindings/%2F", each -> each.path("source").asText().equals("post"))));
        await("its key is gone", () -> !isThere("#tag-post-parcels"));
        press("#exchange-post");
        press("#deleteExchange");
        await("no node has the exchange", () -> List.of(0, 1, 2).stream().noneMatch(
                node -> any(node, "/api/exchanges/%2F", each -> each.path("name").asText().equals("post"))));
        await("it is not drawn", () -> !isThere("#exchange-post"));
    }

    @Test
    void a_queue_that_is_clicked_is_selected_in_the_whole_window() throws Exception {
        done(Step.of("declare_queue").with("queue", "aaa"));
        done(Step.of("declare_queue").with("queue", "zzz"));
        awaitBox("queue-zzz");
        press("#queue-zzz");
        await("it is selected", () -> QueueName.of("zzz").equals(seen(() -> desk.selected().get())));
        select("aaa");
        await("and the other way round", () -> seen(() -> robot.lookup("#queue-aaa").query().getStyleClass())
                .contains("chosen"));
    }

    @Test
    void a_virtual_host_is_added_and_deleted_in_its_table() throws Exception {
        press("#vhostsTab");
        await("the table is shown", () -> isShown("#vhostName"));
        typeInto("#vhostName", "shop");
        press("#addVhost");
        await("every node has it", () -> List.of(0, 1, 2).stream().allMatch(
                node -> any(node, "/api/vhosts", each -> each.path("name").asText().equals("shop"))));
        await("its row is there", () -> isThere("shop"));
        selectSecond();
        await("it can be deleted", () -> isShown("#deleteVhost"));
        press("#deleteVhost");
        await("no node has it",
                () -> !any(0, "/api/vhosts", each -> each.path("name").asText().equals("shop")));
        press("#graphTab");
    }

    @Test
    void users_and_their_permissions_are_told_by_every_node_and_stand_in_the_tables() {
        assertThat(door(1).put("/api/users/ann", "{\"password\": \"secret\", \"tags\": \"monitoring\"}"))
                .isBetween(200, 299);
        assertThat(door(2).put("/api/permissions/%2F/ann",
                "{\"configure\": \"^ann\", \"write\": \".*\", \"read\": \"^mail$\"}")).isBetween(200, 299);
        await("another node says so", () -> any(0, "/api/permissions",
                each -> each.path("user").asText().equals("ann") && each.path("read").asText().equals("^mail$")));
        press("#usersTab");
        await("she is a user", () -> rows().contains(List.of("ann", "monitoring")));
        press("#permissionsTab");
        await("what she may do", () -> rows().contains(List.of("ann", "/", "^ann", ".*", "^mail$")));
        assertThat(rows().toString()).doesNotContain("secret");
        press("#graphTab");
    }

    private List<?> rows() {
        return seen(() -> List.copyOf(((TableView<?>) robot.lookup("#accountTable").query()).getItems()));
    }

    @Test
    void a_publish_runs_along_its_way() throws Exception {
        done(Step.of("declare_queue").with("queue", "end"));
        done(Step.of("declare_exchange").with("exchange", "road").with("type", "fanout"));
        done(Step.of("bind").with("exchange", "road").with("queue", "end"));
        await("it is drawn", () -> isThere("#tag-road-end"));
        await("nothing runs", () -> dots() == 0);
        await("a dot runs along the line", () -> {
            done(Step.of("publish").with("exchange", "road").with("routing_key", "any").with("count", 3));
            return dots() > 40;
        });
        await("it has arrived", () -> dots() == 0);
    }

    /// Pixels in the colour of what runs along the lines.
    private long dots() {
        return seen(() -> {
            WritableImage image = painted(robot.lookup("#ways").query());
            int wanted = argb(Palette.of(desk.theme().get()).get("master"));
            long found = 0;
            for (int y = 0; y < image.getHeight(); y++) {
                for (int x = 0; x < image.getWidth(); x++) {
                    found += image.getPixelReader().getArgb(x, y) == wanted ? 1 : 0;
                }
            }
            return found;
        });
    }

    @Test
    void the_whole_state_is_copied_as_text() throws Exception {
        done(Step.of("declare_queue").with("queue", "written"));
        done(Step.of("publish").with("queue", "written").with("count", 3));
        key(KeyCode.F7);
        await("the page has the queue", () -> isThere("#area")
                && text("#area").contains("written"));
        press("#copy");
        await("it is in the clipboard",
                () -> String.valueOf(seen(() -> Clipboard.getSystemClipboard().getString())).contains("written"));
        key(KeyCode.F5);
        key(KeyCode.F8);
        await("the key copies, too", () -> seen(() -> desk.notice().get().text()).endsWith("lines copied"));
    }
}
