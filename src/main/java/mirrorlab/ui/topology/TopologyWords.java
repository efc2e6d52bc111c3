package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import mirrorlab.lab.Texts;

/// The page's sentences.
record TopologyWords(Texts texts) {

    String exchange(String name) {
        return name.isEmpty() ? texts.say("topology.default") : name;
    }

    String details(ExchangeBox box) {
        List<String> told = new ArrayList<>();
        told.add(box.type());
        if (box.name().isEmpty()) {
            told.add(texts.say("topology.default.details"));
        }
        if (!box.durable()) {
            told.add(texts.say("topology.transient"));
        }
        if (box.autoDelete()) {
            told.add(texts.say("topology.auto.delete"));
        }
        if (box.internal()) {
            told.add(texts.say("topology.internal"));
        }
        if (box.published() > 0 && !box.name().isEmpty()) {
            told.add(texts.say("topology.published", box.published()));
        }
        return String.join(" · ", told);
    }

    String details(QueueBox box) {
        List<String> told = new ArrayList<>();
        told.add(box.master());
        told.add(box.down()
                ? texts.say("topology.down")
                : box.ready() < 0 ? "?" : texts.say("topology.ready", box.ready()));
        if (box.consumers() > 0) {
            told.add(texts.say("topology.consumers", box.consumers()));
        }
        return String.join(" · ", told);
    }

    /// What stands at a line's end.
    String tag(Edge edge) {
        return switch (edge.kind()) {
            case ALTERNATE -> texts.say("topology.tag.alternate");
            case DEAD_LETTER -> texts.say("topology.tag.dead.letters");
            case DEFAULT -> "";
            case BINDING -> edge.labels().size() == 1
                    ? label(edge.labels().getFirst())
                    : texts.say("topology.tag.more", label(edge.labels().getFirst()), edge.labels().size() - 1);
        };
    }

    String label(Edge.Label label) {
        return label.every() ? texts.say("topology.tag.every") : label.text();
    }

    /// All of a line, for its tooltip and for the strip.
    String sentence(Edge edge) {
        return switch (edge.kind()) {
            case ALTERNATE -> texts.say("topology.edge.alternate", exchange(edge.from().name()),
                    exchange(edge.to().name()));
            case DEAD_LETTER -> texts.say("topology.edge.dead.letters", edge.from().name(),
                    exchange(edge.to().name()));
            case DEFAULT -> texts.say("topology.edge.default", edge.to().name());
            case BINDING -> texts.say("topology.edge.binding", edge.to().name(), exchange(edge.from().name()),
                    edge.labels().stream().map(this::label).collect(Collectors.joining(", ")));
        };
    }

    String sentence(ExchangeBox box) {
        StringBuilder text = new StringBuilder(exchange(box.name())).append(": ").append(details(box));
        if (!box.arguments().isEmpty()) {
            text.append(" · ").append(box.arguments());
        }
        if (box.alternate() != null) {
            text.append(" · ").append(texts.say("topology.alternate", exchange(box.alternate())));
        }
        if (box.unroutable() > 0) {
            text.append(" · ").append(texts.say("topology.unroutable.count", box.unroutable()));
        }
        ExchangeBox.Newest newest = box.newest();
        if (newest != null) {
            text.append(texts.isChinese() ? "。" : ". ").append(newest.to().isEmpty()
                    ? texts.say("topology.newest.unroutable", newest.key())
                    : texts.say("topology.newest", newest.key(), String.join(", ", newest.to())));
        }
        return text.toString();
    }

    String sentence(QueueBox box) {
        String text = box.name() + ": " + details(box);
        if (box.deadLetters() == null) {
            return text;
        }
        return text + " · " + texts.say(box.deadLettersLost() ? "topology.dead.letters.lost" : "topology.dead.letters",
                exchange(box.deadLetters()));
    }

    /// Whether all nodes know this.
    ///
    /// @param differs some know something else, and not only for a moment
    String sameness(TopologyModel model, boolean differs) {
        if (model.same().isEmpty()) {
            return texts.say("topology.same.nobody");
        }
        String same = String.join(", ", model.same());
        return differs
                ? texts.say("topology.different", same, String.join(", ", model.different()))
                : texts.say("topology.same", same);
    }

    String size(Part part, TopologyModel model) {
        return switch (part) {
            case GRAPH -> size(model);
            case VHOSTS -> texts.say("topology.vhosts.count", model.vhosts().size());
            case USERS -> texts.say("topology.users.count", model.users().size());
            case PERMISSIONS -> texts.say("topology.permissions.count", model.permissions().size());
        };
    }

    /// How much is drawn and what is not.
    String size(TopologyModel model) {
        if (model.found() >= 0) {
            return texts.say("topology.found", model.found());
        }
        int bindings = model.edges().stream().filter(each -> each.kind() == Edge.Kind.BINDING)
                .mapToInt(each -> each.labels().size()).sum();
        String size = texts.say("topology.size", model.exchanges().size(), bindings, model.queues().size());
        return model.hidden() == 0 ? size : size + texts.say("topology.size.hidden", model.hidden());
    }
}
