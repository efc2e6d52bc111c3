package mirrorlab.ui.forms;

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
        delay.setText(Integer.toString(now.map(LinkPicture::delayMillis).orElse(0)));
        loss.setText(Long.toString(Math.round(now.map(LinkPicture::lossPercent).orElse(0.0))));
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
        percent.ifPresent(share -> send(step("delay_link").with("ms", millis.orElseThrow()),
                () -> send(step("lossy_link").with("percent", share), this::close)));
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
