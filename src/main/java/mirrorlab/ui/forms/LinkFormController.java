package mirrorlab.ui.forms;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import mirrorlab.journal.LinkPicture;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.network.Way;

/// Delay and loss of a link, one way or both.
public final class LinkFormController extends FormController {
    private static final int MOST_DELAY = 600_000;
    private final Way link;
    private int delayThen;
    private long lossThen;
    @FXML
    private ComboBox<String> way;
    @FXML
    private TextField delay;
    @FXML
    private TextField loss;
    @FXML
    private Label refusal;

    public LinkFormController(Desk desk, Object link) {
        super(desk);
        this.link = (Way) link;
    }

    @FXML
    private void initialize() {
        String from = link.from().shortName();
        String to = link.to().shortName();
        way.getItems().setAll(List.of(from + " ↔ " + to, from + " → " + to, to + " → " + from));
        way.getSelectionModel().selectedIndexProperty().addListener((property, before, now) -> fill());
        way.getSelectionModel().selectFirst();
    }

    private void fill() {
        Optional<LinkPicture> now = desk.timeline().live().picture().links().stream()
                .filter(each -> each.from().equals(chosen().from()) && each.to().equals(chosen().to())).findFirst();
        delayThen = now.map(LinkPicture::delayMillis).orElse(0);
        lossThen = Math.round(now.map(LinkPicture::lossPercent).orElse(0.0));
        delay.setText(Integer.toString(delayThen));
        loss.setText(Long.toString(lossThen));
    }

    private Way chosen() {
        return way.getSelectionModel().getSelectedIndex() == 2 ? link.back() : link;
    }

    private Step step(String kind) {
        return Step.of(kind).with("from", chosen().from().shortName()).with("to", chosen().to().shortName())
                .with("both", way.getSelectionModel().getSelectedIndex() == 0);
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        Optional<Integer> millis = number(delay, "network.form.delay", 0, MOST_DELAY);
        Optional<Integer> percent = millis.flatMap(some -> number(loss, "network.form.loss", 0, 100));
        percent.ifPresent(share -> send(changes(millis.orElseThrow(), share)));
    }

    /// One step for each of the two that is to be another; when neither is, the delay says so.
    private List<Step> changes(int millis, int percent) {
        List<Step> steps = new ArrayList<>();
        if (percent != lossThen) {
            steps.add(step("lossy_link").with("percent", percent));
        }
        if (millis != delayThen || steps.isEmpty()) {
            steps.add(step("delay_link").with("ms", millis));
        }
        return steps;
    }

    private void send(List<Step> steps) {
        if (steps.isEmpty()) {
            close();
        } else {
            send(steps.getFirst(), () -> send(steps.subList(1, steps.size())));
        }
    }

    @FXML
    private void heal() {
        send(Step.of("heal_link").with("from", link.from().shortName()).with("to", link.to().shortName()),
                this::close);
    }

    @FXML
    private void cancel() {
        close();
    }
}
