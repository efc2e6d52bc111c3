package mirrorlab.lab.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mirrorlab.lab.config.Field;

/// A step as people read it: `declare orders on rabbit1, durable`.
///
/// A template's `{field}` stands for the field's value or its default; `{field?yes|no}` for one of two words; a part in
/// `[ ]` is left out unless each of its fields stands in the step itself.
public final class StepLine {
    private static final int LONGEST = 200;
    private static final Pattern PART = Pattern.compile("\\[([^\\]]*)\\]");
    private static final Pattern PLACE = Pattern.compile("\\{([a-z_-]+)(?:\\?([^|}]*)\\|([^}]*))?\\}");

    private StepLine() {}

    public static String of(Step step) {
        StepKind kind = StepKinds.of(step.kind());
        if (kind == null) {
            return step.json().toString();
        }
        String parts = PART.matcher(kind.line()).replaceAll(
                match -> Matcher.quoteReplacement(isSaid(step, match.group(1)) ? match.group(1) : ""));
        String line = PLACE.matcher(parts).replaceAll(match -> Matcher.quoteReplacement(fill(kind, step, match.group(1),
                match.group(2) == null ? List.of() : List.of(match.group(2), match.group(3)))));
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
    }

    private static boolean isSaid(Step step, String part) {
        Matcher places = PLACE.matcher(part);
        while (places.find()) {
            if (!step.json().has(places.group(1))) {
                return false;
            }
        }
        return true;
    }

    private static String fill(StepKind kind, Step step, String name, List<String> words) {
        Field field = kind.field(name);
        JsonNode value = step.json().get(name);
        if (value == null) {
            value = field == null || field.byDefault() == null ? StepJson.tree("") : StepJson.tree(field.byDefault());
        }
        if (!words.isEmpty()) {
            return value.asBoolean() ? words.get(0) : words.get(1);
        }
        return name.equals("queue") && value.asText().isEmpty() ? "a server-named queue" : said(value);
    }

    private static String said(JsonNode value) {
        if (value.isTextual()) {
            return shortName(value.textValue());
        }
        if (value.isArray()) {
            List<String> each = new ArrayList<>();
            value.forEach(element -> each.add(said(element)));
            return each.isEmpty() ? "nothing" : String.join(", ", each);
        }
        if (value.isObject()) {
            List<String> each = new ArrayList<>();
            value.properties().forEach(entry -> each.add(entry.getKey() + " " + said(entry.getValue())));
            return each.isEmpty() ? "nothing" : String.join(", ", each);
        }
        return value.asText();
    }

    private static String shortName(String text) {
        return text.endsWith("@localhost") ? text.substring(0, text.indexOf('@')) : text;
    }
}
