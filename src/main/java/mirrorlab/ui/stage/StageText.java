package mirrorlab.ui.stage;

import java.util.Locale;
import mirrorlab.journal.Badge;
import mirrorlab.lab.Texts;

/// The stage as a text table: for screen readers, for `picture --text` and for tests. The same words as on the stage.
public record StageText(Texts texts) {

    public String of(StageModel model) {
        StringBuilder out = new StringBuilder();
        for (NodeColumn node : model.nodes()) {
            out.append(node.name().shortName()).append(": ").append(state(node)).append('\n');
        }
        LaneTexts words = new LaneTexts(texts);
        for (Lane lane : model.lanes()) {
            lane(out, model, lane, words);
        }
        return out.toString();
    }

    private String state(NodeColumn node) {
        return texts.say("node.state." + node.state().name().toLowerCase(Locale.ROOT));
    }

    private void lane(StringBuilder out, StageModel model, Lane lane, LaneTexts words) {
        out.append(lane.queue().name()).append(" | ").append(words.details(lane)).append(" | ").append(badges(lane));
        String standing = words.standing(lane);
        out.append(standing.isEmpty() ? "" : " | " + standing);
        String waiting = words.waiting(lane);
        out.append(waiting.isEmpty() ? "" : " | " + waiting).append('\n');
        for (int column = 0; column < lane.cells().size(); column++) {
            Cell cell = lane.cells().get(column);
            if (cell.kind() != Cell.Kind.NONE) {
                out.append("  ").append(model.nodes().get(column).name().shortName()).append(" | ")
                        .append(words.title(cell)).append(tail(words.left(cell))).append(tail(words.right(cell)))
                        .append('\n');
            }
        }
    }

    /// As on the Queues page, in words: `rabbit1 +0 red +2`.
    private static String badges(Lane lane) {
        StringBuilder text = new StringBuilder(lane.master().shortName());
        lane.badges().forEach(badge -> text.append(badge.kind() == Badge.Kind.UNSYNCHRONISED ? " red " : " ")
                .append(badge.text()));
        return text.toString();
    }

    private static String tail(String text) {
        return text.isEmpty() ? "" : " | " + text;
    }
}
