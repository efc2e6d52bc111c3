package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// Publish message with headers and properties, operator policies, the pages Exchanges and Channels: clicked on embedded
/// nodes; what is asserted is what the nodes' own management doors say.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TwinPagesClicksTest extends TwinWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    @Order(1)
    void a_message_is_published_with_headers_and_properties_and_got_back_with_them() throws Exception {
        done(Step.of("declare_queue").with("queue", "letters").with("node", "rabbit1"));
        key(KeyCode.F6);
        twin("#queues");
        twin("#open-letters");
        fold("#overviewPane", false);
        fold("#publishPane", true);
        choose("#deliveryMode", 1);
        fill("#header-key-1", "tries");
        fill("#header-value-1", "3");
        choose("#header-type-1", 1);
        fill("#header-value-1", "three");
        twin("#publish");
        await("what is no number is refused", () -> text(in("#problem")).contains("tries must be a number; got three"));
        fill("#header-value-1", "3");
        fill("#header-value-2", "alone");
        twin("#publish");
        await("what has no key is refused", () -> text(in("#problem")).contains("alone has no key"));
        assertThat(door(1).queue("letters").path("messages").asInt(-1)).isZero();
        fill("#header-value-2", "");
        fill("#property-key-1", "content_type");
        fill("#property-value-1", "text/plain");
        fill("#payload", "hello");
        twin("#publish");
        await("it is said", () -> !text(in("#published")).isEmpty());
        await("the node has it", () -> door(1).queue("letters").path("messages").asInt(-1) == 1);
        fold("#publishPane", false);
        fold("#getPane", true);
        twin("#get");
        await("it comes back", () -> seenIn("#got-payload-1"));
        assertThat(text(in("#got-payload-1"))).isEqualTo("hello");
        assertThat(texts("#got-properties-1 .label")).containsExactly("delivery_mode:", "2", "headers:", "tries:", "3",
                "content_type:", "text/plain");
        await("it was put back", () -> door(1).queue("letters").path("messages_ready").asInt(-1) == 1);
        fold("#getPane", false);
        fold("#overviewPane", true);
        await("the chart's legend counts it", () -> text(in("#line-total")).equals("1"));
    }

    @Test
    @Order(2)
    void an_operator_policy_is_set_shown_at_the_queue_and_deleted() throws Exception {
        key(KeyCode.F6);
        twin("#admin");
        fold("#addOperatorPane", true);
        fill("#operatorName", "limits");
        fill("#operatorPattern", "^letters$");
        twin("#operator-link-max-length");
        write("7");
        twin("#addOperatorPolicy");
        await("it is set", () -> door(2).get("/api/operator-policies/%2F/limits").path("definition").path("max-length")
                .asInt() == 7);
        assertThat(door(0).get("/api/policies").size()).isZero();
        await("it is in the list", () -> seenIn("#operator-policy-limits"));
        twin("#queues");
        twin("#open-letters");
        await("the queue's page names it", () -> text(in("#operatorPolicy")).equals("limits"));
        assertThat(texts("#effective .label")).containsExactly("max-length:", "7");
        await("the node says the same", () -> door(1).queue("letters").path("effective_policy_definition")
                .path("max-length").asInt() == 7);
        twin("#admin");
        twin("#clear-operator-limits");
        await("it is gone", () -> door(1).get("/api/operator-policies").size() == 0);
        fold("#addOperatorPane", false);
    }

    @Test
    @Order(3)
    void an_exchange_is_added_bound_published_to_and_deleted() throws Exception {
        key(KeyCode.F6);
        twin("#exchanges");
        fold("#addPane", true);
        fill("#name", "post");
        twin("#addExchange");
        await("it is there", () -> door(1).get("/api/exchanges/%2F/post").path("type").asText().equals("direct"));
        fold("#addPane", false);
        twin("#exchange-post");
        fill("#destination", "letters");
        fill("#bindingKey", "air");
        twin("#bind");
        await("it is bound", () -> bindings().contains("air"));
        await("the page shows it", () -> seenIn("#to-queue-letters"));
        int before = door(1).queue("letters").path("messages").asInt();
        fold("#bindingsPane", false);
        fold("#publishPane", true);
        fill("#routingKey", "air");
        fill("#payload", "par avion");
        twin("#publish");
        await("the queue has it", () -> door(1).queue("letters").path("messages").asInt() == before + 1);
        await("it is said", () -> !text(in("#published")).isEmpty());
        String routed = text(in("#published"));
        fill("#routingKey", "sea");
        twin("#publish");
        await("it is said that none got it", () -> !text(in("#published")).isEmpty()
                && !text(in("#published")).equals(routed));
        assertThat(door(1).queue("letters").path("messages").asInt()).isEqualTo(before + 1);
        fold("#publishPane", false);
        fold("#bindingsPane", true);
        twin("#unbind-1");
        await("it is unbound", () -> !bindings().contains("air"));
        fold("#deletePane", true);
        twin("#deleteExchange");
        await("it is gone", () -> door(1).get("/api/exchanges/%2F/post").path("error").asText()
                .equals("Object Not Found"));
        await("the list is shown", () -> seenIn("#exchangeTable"));
    }

    @Test
    @Order(4)
    void a_queue_is_bound_on_its_own_page_with_the_key_enter() throws Exception {
        key(KeyCode.F6);
        twin("#queues");
        twin("#open-letters");
        fold("#overviewPane", false);
        fold("#bindingsPane", true);
        fill("#bindingKey", "rail");
        keyWhereverTyped(KeyCode.ENTER);
        await("an exchange is wanted", () -> text(in("#problem")).contains("needs the name of an exchange"));
        fill("#source", "amq.topic");
        fill("#binding-key-1", "x-weight");
        fill("#binding-value-1", "5");
        choose("#binding-type-1", 1);
        press(in("#source"));
        keyWhereverTyped(KeyCode.ENTER);
        await("it is bound", () -> bindings().contains("rail"));
        assertThat(door(1).get("/api/bindings/%2F").findValues("x-weight").toString()).isEqualTo("[5]");
        await("the page shows it", () -> texts("#from .hyperlink").equals(List.of("amq.topic")));
        await("the title counts the default one, too",
                () -> seen(() -> pane("#bindingsPane").getText()).equals("Bindings (2)"));
        twin("#unbind-1");
        await("it is unbound", () -> !bindings().contains("rail"));
        fold("#bindingsPane", false);
        fold("#overviewPane", true);
        twin("#overview");
        twin("#count-exchanges");
        await("the number opens its page", () -> seenIn("#exchangeTable"));
    }

    @Test
    @Order(5)
    void the_channels_are_those_of_the_nodes() throws Exception {
        done(Step.of("consume").with("queue", "letters").with("consumer", "reader").with("node", "rabbit2")
                .with("prefetch", 5));
        key(KeyCode.F6);
        twin("#channels");
        JsonNode told = door(0).get("/api/channels");
        List<String> names = told.findValuesAsText("name").stream()
                .map(each -> each.substring(0, each.indexOf(" ->"))).toList();
        assertThat(names).isNotEmpty();
        await("all are shown", () -> texts("#channelTable .table-cell").stream()
                .anyMatch(each -> names.stream().anyMatch(each::startsWith)));
        await("what is not acknowledged is counted",
                () -> texts("#channelTable .table-cell").contains("5"));
        done(Step.of("cancel").with("consumer", "reader"));
    }

    private String bindings() {
        return door(1).get("/api/bindings/%2F").findValuesAsText("routing_key").toString();
    }
}
