package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.NodeName;

/// The words of rows, in one language.
record RowTexts(Texts texts) {
    private static final long SHORTENED = 10_000;

    String risk(Row row) {
        long lacking = row.cells().stream().filter(each -> each.kind() == Cell.Kind.UNSYNCHRONISED
                || each.kind() == Cell.Kind.SYNCING).mapToLong(Row.Spot::number).max().orElse(0);
        return switch (row.risk()) {
            case NO_MASTER -> texts.say("risk.no-master");
            case WOULD_LOSE -> lacking > 0
                    ? texts.say("risk.would-lose.count", shortly(lacking))
                    : texts.say("risk.would-lose");
            case NO_MIRROR -> texts.say("risk.no-mirror");
            case FEWER -> texts.say("risk.fewer");
            case HEALTHY -> "";
        };
    }

    /// What stands behind a glyph.
    String number(Row.Spot spot) {
        return switch (spot.kind()) {
            case NONE, SYNCHRONISED, STOPPED_MIRROR -> "";
            case MASTER, STOPPED_MASTER -> shortly(spot.number());
            case UNSYNCHRONISED -> spot.number() < 0 ? "?" : spot.number() == 0 ? "" : "−" + shortly(spot.number());
            case SYNCING -> texts.say("cell.percent", Math.round(spot.progress() * 100));
        };
    }

    /// `9,999`, `12.3k`, `120k`, `1.2M`.
    static String shortly(long count) {
        if (count < SHORTENED) {
            return String.format(Locale.ROOT, "%,d", count);
        }
        double thousands = count / 1000.0;
        return thousands < 1000 ? shortened(thousands, "k") : shortened(thousands / 1000, "M");
    }

    private static String shortened(double value, String unit) {
        double tenths = Math.floor(value * 10) / 10;
        return String.format(Locale.ROOT, value >= 100 || tenths == Math.rint(tenths) ? "%.0f%s" : "%.1f%s",
                value >= 100 ? Math.floor(value) : tenths, unit);
    }

    /// All of a row in words, a line for each replica.
    String all(Row row, List<NodeName> nodes) {
        List<String> lines = new ArrayList<>();
        String risk = risk(row);
        lines.add(row.queue().name() + (risk.isEmpty() ? "" : " · " + risk));
        for (int i = 0; i < Math.min(nodes.size(), row.cells().size()); i++) {
            Row.Spot spot = row.cells().get(i);
            String words = switch (spot.kind()) {
                case NONE -> "";
                case MASTER -> texts.say("rows.master", spot.number());
                case SYNCHRONISED -> texts.say("cell.synchronised");
                case UNSYNCHRONISED -> spot.number() > 0
                        ? texts.say("cell.lacks", spot.number())
                        : texts.say("cell.unsynchronised");
                case SYNCING -> texts.say("cell.syncing", Math.round(spot.progress() * 100));
                case STOPPED_MASTER -> texts.say("cell.was.master", spot.number());
                case STOPPED_MIRROR -> texts.say("cell.was.mirror");
            };
            if (!words.isEmpty()) {
                lines.add(nodes.get(i).shortName() + ": " + words);
            }
        }
        return String.join("\n", lines);
    }

    /// Of those that are not shown.
    String hidden(List<Row> rows) {
        long risky = rows.stream().filter(each -> each.risk().isAtRisk()).count();
        return risky == 0
                ? texts.say("rows.hidden.healthy", rows.size())
                : texts.say("rows.hidden.risky", rows.size(), risky);
    }
}
