package mirrorlab.ui.twin;

import java.util.List;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Bindings, one a line: a link to the other end, routing key, arguments, and a button to remove it.
final class BoundLines {
    private final Twin twin;
    private final Marks marks;

    BoundLines(Twin twin, Marks marks) {
        this.twin = twin;
        this.marks = marks;
    }

    /// @param end
    ///            word of the first column
    /// @param unbind
    ///            the step that removes a binding; null where it is not offered
    void show(GridPane grid, String end, String vhost, List<ExchangeDetails.Bound> bindings,
            @Nullable Function<ExchangeDetails.Bound, Step> unbind) {
        Lines lines = new Lines(grid, marks, end, "twin.routing.key", "twin.binding.arguments");
        int number = 0;
        for (ExchangeDetails.Bound each : bindings) {
            Node key = marks.text(each.routingKey());
            Node arguments = marks.text(each.argumentText());
            if (unbind == null) {
                lines.add(link(each, vhost), key, arguments);
            } else {
                lines.add(link(each, vhost), key, arguments, unbind(unbind.apply(each), ++number));
            }
        }
    }

    private Node link(ExchangeDetails.Bound each, String vhost) {
        Hyperlink link = new Hyperlink(each.other());
        link.setId((each.toQueue() ? "to-queue-" : "to-exchange-") + each.other());
        link.setTooltip(new Tooltip(twin.desk().say(each.toQueue() ? "twin.open.queue" : "twin.open.exchange",
                each.other(), vhost)));
        link.setOnAction(event -> {
            if (each.toQueue()) {
                twin.open(new QueueName(vhost, each.other()));
            } else {
                twin.place().set(new Place.OneExchange(new ExchangeName(vhost, each.other())));
            }
        });
        return link;
    }

    private Button unbind(Step step, int number) {
        Button unbind = new Button(twin.desk().say("twin.unbind"));
        unbind.setId("unbind-" + number);
        unbind.getStyleClass().add("small");
        unbind.setTooltip(new Tooltip(twin.desk().say("twin.unbind.tip")));
        unbind.disableProperty().bind(twin.past());
        unbind.setOnAction(event -> twin.perform(step, result -> {}));
        return unbind;
    }
}
