package mirrorlab.ui.forms;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// What all forms do: send one step, say a refusal in the form and stay, close when it was done.
abstract class FormController {
    /// More than any class or engineer publishes by hand; larger runs are a scenario's work.
    static final int MOST = 1_000_000;
    final Desk desk;

    FormController(Desk desk) {
        this.desk = desk;
    }

    abstract Label refusal();

    /// Sends a step and stays open.
    final void send(Step step) {
        send(step, () -> {});
    }

    /// @param end
    ///            what follows when it was done, unless another sheet is open by then
    final void send(Step step, Runnable end) {
        refuse("");
        Desk.Sheet mine = desk.sheet().get();
        desk.perform(step, result -> {
            if (!result.ok()) {
                refuse(new StepWords(desk.texts()).say(step, result));
            } else if (mine.equals(desk.sheet().get())) {
                end.run();
            }
        });
    }

    /// The drawer of clients, which shows what came of a step about one of them.
    final void toClients() {
        desk.sheet().set(new Desk.Sheet(FxmlFile.CLIENTS_SHEET));
    }

    final void refuse(String text) {
        refusal().setText(text.isEmpty() ? "" : "✕ " + text);
        Switches.show(refusal(), !text.isEmpty());
    }

    final void close() {
        desk.sheet().set(null);
    }

    /// A node that may be left open: the first item means "any".
    final void nodes(ComboBox<String> box) {
        box.getItems().add(desk.say("form.any.node"));
        desk.timeline().live().columns().stream().map(NodeName::shortName).forEach(box.getItems()::add);
        box.getSelectionModel().selectFirst();
    }

    /// The chosen node, empty when none is.
    static Optional<String> node(ComboBox<String> box) {
        return box.getSelectionModel().getSelectedIndex() <= 0 ? Optional.empty() : Optional.of(box.getValue());
    }

    final void queues(ComboBox<String> box) {
        List<QueueName> queues = desk.timeline().live().queues();
        queues.forEach(queue -> box.getItems().add(queue.name()));
        QueueName selected = desk.selected().get();
        box.setValue(selected != null ? selected.name() : queues.isEmpty() ? "" : queues.getFirst().name());
    }

    /// Names of the exchanges of a virtual host, without the default one; those that every virtual host has come last.
    final List<String> exchanges(String vhost) {
        return desk.timeline().live().picture().metadata().exchanges().stream().map(each -> each.exchange().name())
                .filter(each -> each.vhost().equals(vhost) && !each.isDefault()).map(ExchangeName::name)
                .sorted(Comparator.comparing((String each) -> each.startsWith("amq."))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /// In the manner of scenario files: the virtual host only when it is not `/`.
    static Step inVhost(Step step, String vhost) {
        return vhost.equals("/") ? step : step.with("vhost", vhost);
    }

    /// No queue is named; then the form says so.
    final boolean isWithoutQueue(ComboBox<String> box) {
        if (box.getValue() != null && !box.getValue().isBlank()) {
            return false;
        }
        refuse(desk.say("form.no.queue"));
        return true;
    }

    /// A number from `least` to `most`; a refusal that says so otherwise.
    final Optional<Integer> number(TextInputControl field, String name, int least, int most) {
        try {
            int number = Integer.parseInt(field.getText().strip().replace(",", ""));
            if (number >= least && number <= most) {
                return Optional.of(number);
            }
        } catch (NumberFormatException e) {
            // said below, with what was typed
        }
        refuse(desk.say("form.number", desk.say(name), least, most, field.getText()));
        return Optional.empty();
    }

    /// The first of `c1`, `c2`, … that is not taken.
    static String freeName(String letter, List<String> taken) {
        int number = 1;
        while (taken.contains(letter + number)) {
            number++;
        }
        return letter + number;
    }

    static Step onNode(Step step, ComboBox<String> box) {
        return node(box).map(node -> step.with("node", node)).orElse(step);
    }
}
