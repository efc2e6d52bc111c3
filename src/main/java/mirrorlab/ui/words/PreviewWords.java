package mirrorlab.ui.words;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.PolicyPreview;

/// What a policy would change, in one language.
public record PreviewWords(Texts texts) {

    /// What would become of one queue: which policy counts, which replicas come, go or move.
    ///
    /// @param draft name of the policy that stands in the form
    public String say(PolicyPreview.Queue queue, String draft) {
        List<String> parts = new ArrayList<>();
        String policy = queue.policy();
        if (policy == null) {
            parts.add(texts.say("preview.none"));
        } else if (!policy.equals(draft)) {
            return texts.say("preview.passed.over", policy, queue.priority());
        }
        if (queue.movesMaster()) {
            parts.add(texts.say("preview.moves", queue.masterThen().shortName()));
        }
        if (!queue.added().isEmpty()) {
            parts.add(texts.say("preview.added", names(queue.added())));
        }
        if (queue.drawn().count() > 0) {
            parts.add(texts.say("preview.drawn", queue.drawn().count(), names(queue.drawn().among())));
        }
        if (!queue.removed().isEmpty()) {
            parts.add(texts.say("preview.removed", names(queue.removed())));
        }
        if (queue.isStill()) {
            parts.add(texts.say("preview.still"));
        }
        return String.join(texts.say("preview.and"), parts);
    }

    /// The policies that find the queue and would not count, and why; empty without any.
    public String others(PolicyPreview.Queue queue) {
        return String.join(texts.say("preview.and"), queue.others().stream().map(each -> switch (each.why()) {
            case PRIORITY -> texts.say("preview.other.priority", each.policy(), each.priority());
            case NAME -> texts.say("preview.other.name", each.policy(), String.valueOf(queue.policy()));
            case KIND -> texts.say("preview.other.kind", each.policy());
        }).toList());
    }

    private static String names(List<NodeName> nodes) {
        return String.join(", ", nodes.stream().map(NodeName::shortName).toList());
    }
}
