package mirrorlab.ui.twin;

import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.SimpleObjectProperty;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What the pages of one management screen share: which page is open, whose screen it is, and the way to give commands
/// through that node.
public final class Twin {
    private final Desk desk;
    private final ObjectProperty<Place> place = new SimpleObjectProperty<>(new Place.Overview());
    private final ObjectProperty<@Nullable NodeName> screenOf = new SimpleObjectProperty<>();
    private final ObjectProperty<String> problem = new SimpleObjectProperty<>("");
    private final ReadOnlyBooleanWrapper past = new ReadOnlyBooleanWrapper();

    public Twin(Desk desk) {
        this.desk = desk;
    }

    /// One page.
    interface Page {
        void show(Screen screen);
    }

    Desk desk() {
        return desk;
    }

    ObjectProperty<Place> place() {
        return place;
    }

    /// The node that serves this screen; null before one runs.
    ObjectProperty<@Nullable NodeName> screenOf() {
        return screenOf;
    }

    /// What the cluster refused, in its own words; empty when there is nothing to say.
    ObjectProperty<String> problem() {
        return problem;
    }

    /// The past is shown: nothing can be done.
    ReadOnlyBooleanProperty past() {
        return past.getReadOnlyProperty();
    }

    void inPast(boolean now) {
        past.set(now);
    }

    /// Opens a queue's page, and selects it for the panels at the right.
    void open(QueueName queue) {
        desk.selected().set(queue);
        place.set(new Place.OneQueue(queue));
    }

    /// Says what is wrong with what was typed; nothing is done.
    void refuse(String why) {
        problem.set(why);
    }

    /// What was typed in the lines can be meant; else it is said what cannot.
    boolean accepts(KeyValueRows rows) {
        rows.fault().ifPresent(this::refuse);
        return rows.fault().isEmpty();
    }

    /// Gives a command through this screen's node; a refusal is shown at the top.
    void perform(Step step, Consumer<StepResult> then) {
        problem.set("");
        NodeName node = screenOf.get();
        Step through = node == null || step.json().has("node") ? step : step.with("node", node.shortName());
        desk.perform(through, result -> {
            if (result.ok()) {
                then.accept(result);
            } else {
                problem.set(new StepWords(desk.texts()).say(step, result));
            }
        });
    }

    /// In the manner of scenario files: the vhost only when it is not `/`.
    static Step inVhost(Step step, String vhost) {
        return vhost.equals("/") ? step : step.with("vhost", vhost);
    }

    /// Likewise: arguments only when there are some.
    static Step withArguments(Step step, Map<String, Object> arguments) {
        return arguments.isEmpty() ? step : step.with("arguments", arguments);
    }

    static Step onQueue(String kind, QueueName queue) {
        return Commands.onQueue(kind, queue);
    }
}
