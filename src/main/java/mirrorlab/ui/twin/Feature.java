package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;

/// One mark of the column Features.
///
/// @param letters
///            `D`, `TTL`, or a policy's name
/// @param name
///            what it stands for, as the HTTP API and clients write it: `durable`, `x-message-ttl`
public record Feature(String letters, String name, String value) {

    /// Arguments that have letters, in the real screen's order; the others share `Args`.
    private static final Map<String, String> LETTERS = lettersOf();

    private static Map<String, String> lettersOf() {
        Map<String, String> letters = new LinkedHashMap<>();
        letters.put("alternate-exchange", "AE");
        letters.put("x-message-ttl", "TTL");
        letters.put("x-expires", "Exp");
        letters.put("x-max-length", "Lim");
        letters.put("x-max-length-bytes", "Lim B");
        letters.put("x-delivery-limit", "DlL");
        letters.put("x-overflow", "Ovfl");
        letters.put("x-dead-letter-exchange", "DLX");
        letters.put("x-dead-letter-routing-key", "DLK");
        letters.put("x-queue-master-locator", "ML");
        letters.put("x-max-priority", "Pri");
        letters.put("x-single-active-consumer", "SAC");
        return letters;
    }

    /// `durable: true`, the mark's tooltip and the line on the queue's own page.
    public String text() {
        return name + ": " + value;
    }

    /// What the queue was declared with.
    static List<Feature> of(Happening.QueueRecorded record) {
        List<Feature> features = new ArrayList<>();
        if (record.durable()) {
            features.add(new Feature("D", "durable", "true"));
        }
        if (record.autoDelete()) {
            features.add(new Feature("AD", "auto-delete", "true"));
        }
        if (record.exclusive()) {
            features.add(new Feature("Excl", "exclusive", "true"));
        }
        LETTERS.forEach((argument, letters) -> {
            Object value = record.arguments().get(argument);
            if (value != null) {
                features.add(new Feature(letters, argument, Definition.value(value)));
            }
        });
        List<String> others = record.arguments().keySet().stream().filter(each -> !LETTERS.containsKey(each)).sorted()
                .map(each -> each + ": " + Definition.value(record.arguments().get(each))).toList();
        if (!others.isEmpty()) {
            features.add(new Feature("Args", "arguments", String.join(", ", others)));
        }
        return List.copyOf(features);
    }
}
