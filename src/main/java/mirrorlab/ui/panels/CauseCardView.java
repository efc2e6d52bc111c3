package mirrorlab.ui.panels;

import java.util.List;
import java.util.function.Function;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.Sentence;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.timeline.Clock;

/// One cause card: what happened, why, and the rules that say so. An older card shows its title until it is opened; a fresh one
/// its deciding sentences.
final class CauseCardView extends VBox {
    /// The decision and its circumstance; what every replica held is a click away.
    private static final int DECIDING = 2;
    private final Desk desk;
    private final CauseCard card;
    private final boolean over;
    private final boolean fresh;
    private final Function<String, Tooltip> tips;

    /// @param over
    ///            what it tells of has ended
    /// @param tips
    ///            by their text; cards share them, for a tooltip is costly to make and one stands at a time
    CauseCardView(Desk desk, CauseCard card, boolean over, boolean fresh, Function<String, Tooltip> tips) {
        this.desk = desk;
        this.card = card;
        this.over = over;
        this.fresh = fresh;
        this.tips = tips;
        getStyleClass().add("cause-card");
        if (!over) {
            getStyleClass().add("cause-" + card.kind());
        }
        show(fresh ? DECIDING : 0);
    }

    boolean shows(CauseCard other, boolean asOver, boolean asFresh) {
        return over == asOver && fresh == asFresh && card.equals(other);
    }

    private void show(int sentences) {
        String title = desk.texts().say(card.title());
        getChildren().setAll(wrapped(over ? desk.say("why.over", title) : title, "cause-title"));
        List<Sentence> all = card.explanation();
        all.stream().limit(sentences).forEach(each -> getChildren().add(wrapped(desk.texts().say(each), "cause-text")));
        getChildren().add(foot(sentences));
    }

    private FlowPane foot(int sentences) {
        FlowPane foot = new FlowPane(8, 2);
        foot.getStyleClass().add("cause-foot");
        Hyperlink moment = link(Clock.time(card.clock() >>> 16), desk.say("why.moment.tip"));
        moment.setOnAction(event -> desk.timeline().showPast(card.entry() + 1));
        foot.getChildren().add(moment);
        for (String rule : card.rules()) {
            Hyperlink link = link(rule, desk.say("why.rule.tip", rule));
            link.getStyleClass().add("rule");
            link.setOnAction(event -> desk.sheet().set(new Desk.Sheet(FxmlFile.RULE, rule)));
            foot.getChildren().add(link);
        }
        int all = card.explanation().size();
        if (all > sentences) {
            Hyperlink more = link(desk.say("why.more", all - sentences), desk.say("why.more.tip"));
            more.setOnAction(event -> show(all));
            foot.getChildren().add(more);
        }
        return foot;
    }

    private Hyperlink link(String text, String tip) {
        Hyperlink link = new Hyperlink(text);
        link.setTooltip(tips.apply(tip));
        return link;
    }

    private static Label wrapped(String text, String style) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        label.setWrapText(true);
        label.setMinHeight(USE_PREF_SIZE);
        return label;
    }
}
