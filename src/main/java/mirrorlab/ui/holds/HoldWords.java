package mirrorlab.ui.holds;

import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.ui.words.Pace;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;

/// What is said of holds.
record HoldWords(Texts texts) {

    String point(HoldPoint point) {
        return texts.say("hold." + point.key());
    }

    String chip(HoldsModel.Chip chip) {
        return chip.queue() == null
                ? point(chip.point())
                : texts.say("holds.chip.queue", point(chip.point()), chip.queue().name());
    }

    /// `before promotion at rabbit2: orders`, one after the other.
    String groups(List<HoldsModel.Group> groups) {
        return String.join(texts.say("holds.and"), groups.stream().map(this::group).toList());
    }

    private String group(HoldsModel.Group group) {
        String nodes = String.join(", ", group.nodes().stream().map(NodeName::shortName).toList());
        String first = group.queues().getFirst().name();
        int more = group.queues().size() - 1;
        return texts.say("holds.group", point(group.point()), nodes,
                more == 0 ? first : texts.say("holds.more", first, more));
    }

    /// What a moment in slow motion is.
    String slow(HoldsModel model) {
        String pace = Pace.word(texts, model.speed());
        return model.passing().isEmpty()
                ? texts.say("holds.slow", pace)
                : texts.say("holds.slow.at", pace, groups(model.passing()));
    }
}
