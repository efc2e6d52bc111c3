package mirrorlab.simulation;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.HoldPoint;

/// How many of many histories came to each situation, as a short table.
final class CoverageTable {
    private static final int MOST_NAMED = 12;
    private final Map<String, Integer> reached = new TreeMap<>();

    void add(Collection<String> cells) {
        cells.forEach(each -> reached.merge(each, 1, Integer::sum));
    }

    /// The names of all situations, with the words for them.
    static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        for (Coverage.Event event : Coverage.Event.values()) {
            Stage.all().forEach(
                    stage -> all.put(Coverage.cell(event, stage), event.words() + " while " + stage.word()));
        }
        for (Coverage.Copies each : Coverage.Copies.values()) {
            all.put(each.name(), each.words());
        }
        for (HoldPoint point : HoldPoint.values()) {
            for (Rarities.Whose whose : Rarities.Whose.values()) {
                all.put(Rarities.cell(point, whose),
                        "the death " + whose.words() + " while a queue holds at '" + point.word() + "'");
            }
        }
        for (Rarities.Rare each : Rarities.Rare.values()) {
            all.put(Rarities.cell(each), each.words());
        }
        Stage.all().forEach(stage -> stage.kinds().forEach(kind -> {
            for (Coverage.Place place : Coverage.Place.values()) {
                all.put(Coverage.cell(kind, place), "a death with " + kind + " " + place.words());
            }
        }));
        return all;
    }

    /// Situations that no history came to.
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        all().forEach((cell, words) -> {
            if (!reached.containsKey(cell)) {
                missing.add(words);
            }
        });
        return missing;
    }

    private int count(String cell) {
        return reached.getOrDefault(cell, 0);
    }

    void print(int histories, PrintStream out) {
        out.println("Of " + histories + " histories, so many in which while a queue is");
        out.println(row("", Stage.all().map(Stage::word).toList()));
        for (Coverage.Event event : Coverage.Event.values()) {
            out.println(row("  " + event.words(),
                    Stage.all().map(stage -> String.valueOf(count(Coverage.cell(event, stage)))).toList()));
        }
        out.println("and so many in which");
        for (Coverage.Copies each : Coverage.Copies.values()) {
            out.println("  " + each.words() + ": " + count(each.name()));
        }
        for (Rarities.Rare each : Rarities.Rare.values()) {
            out.println("  " + each.words() + ": " + count(Rarities.cell(each)));
        }
        out.println("Deaths while a queue holds, of the node that holds it and of another");
        for (HoldPoint each : HoldPoint.values()) {
            out.println(row("  " + each.word(), Arrays.stream(Rarities.Whose.values())
                    .map(whose -> String.valueOf(count(Rarities.cell(each, whose)))).toList()));
        }
        out.println("Deaths at the messages of each, the rarest kind in brackets");
        out.println(row("", Stage.all().map(Stage::word).toList()));
        for (Coverage.Place place : Coverage.Place.values()) {
            out.println(row("  " + place.words(), Stage.all().map(stage -> kinds(stage, place)).toList()));
        }
        List<String> missing = missing();
        out.println(missing.isEmpty()
                ? "Every situation was reached."
                : missing.size() + " situations were never reached: "
                        + String.join("; ", missing.subList(0, Math.min(missing.size(), MOST_NAMED)))
                        + (missing.size() > MOST_NAMED ? "; ..." : ""));
    }

    private String kinds(Stage stage, Coverage.Place place) {
        int all = 0;
        int rarest = Integer.MAX_VALUE;
        for (String kind : stage.kinds()) {
            int count = count(Coverage.cell(kind, place));
            all += count;
            rarest = Math.min(rarest, count);
        }
        return all + " (" + rarest + ")";
    }

    private static String row(String name, List<String> values) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-34s", name));
        values.forEach(each -> row.append(String.format(Locale.ROOT, "%14s", each)));
        return row.toString().stripTrailing();
    }
}
