package mirrorlab.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.PeerMessages;
import mirrorlab.node.HoldByKind;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The requests of {@link LabApi} that make the node stand: messages of a kind, queues at a named moment, slow motion.
final class HoldApi {
    /// By request, its fields.
    static final Map<String, List<String>> TAKES = Map.of("POST hold", List.of("kind", "from", "pass"), "DELETE hold",
            List.of(), "POST holdpoint", List.of("point", "vhost", "queue"), "DELETE holdpoint",
            List.of("point", "vhost", "queue"), "POST goon", List.of("point", "vhost", "queue"), "PUT pace",
            List.of("millis"));
    private static final int MOST_HOLDS = 100;
    private static final int LONGEST_PAUSE = 60_000;

    private final Administration node;
    private final Supplier<Set<NodeName>> members;
    private final List<HoldByKind.Hold> holds = new ArrayList<>();

    HoldApi(Administration node, Supplier<Set<NodeName>> members) {
        this.node = node;
        this.members = members;
    }

    /// @param asked
    ///            one of {@link #TAKES}
    Reply answer(String asked, LabFields fields) throws HttpProblem, InterruptedException {
        return switch (asked) {
            case "POST hold" -> hold(fields);
            case "DELETE hold" -> release();
            case "POST holdpoint" -> done(new AdminCommand.SetHold(point(fields), fields.queueOrNull()));
            case "DELETE holdpoint" ->
                done(new AdminCommand.ClearHold(pointOrNull(fields), fields.queueOrNull()));
            case "POST goon" -> done(new AdminCommand.ReleaseHeld(pointOrNull(fields), fields.queueOrNull()));
            default -> done(new AdminCommand.SetPace(fields.whole("millis", LONGEST_PAUSE, null)));
        };
    }

    private synchronized Reply hold(LabFields fields) throws HttpProblem {
        String kind = fields.text("kind", "a kind of message between nodes");
        if (!PeerMessages.KINDS.contains(kind)) {
            throw fields.wrong("kind",
                    "a kind of message between nodes, one of " + String.join(", ", PeerMessages.KINDS));
        }
        NodeName from = fields.has("from")
                ? fields.nodeIn("from", fields.text("from", "the name of a node"), members.get())
                : null;
        int pass = (int) fields.whole("pass", Integer.MAX_VALUE, 0L);
        if (holds.size() >= MOST_HOLDS) {
            throw HttpProblem.badRequest(fields.place() + " takes at most " + MOST_HOLDS + " holds, and has them");
        }
        holds.add(new HoldByKind.Hold(kind, from, pass));
        node.loop().intercept(new HoldByKind(holds));
        return Reply.NO_CONTENT;
    }

    private synchronized Reply release() {
        holds.clear();
        node.loop().intercept(new HoldByKind(holds));
        return Reply.NO_CONTENT;
    }

    private Reply done(AdminCommand command) throws HttpProblem, InterruptedException {
        node.ask(AdminReply.Done.class, command);
        return Reply.NO_CONTENT;
    }

    private static @Nullable HoldPoint pointOrNull(LabFields fields) throws HttpProblem {
        return fields.has("point") ? point(fields) : null;
    }

    private static HoldPoint point(LabFields fields) throws HttpProblem {
        String expected = "one of " + String.join("; ", HoldPoint.words());
        return HoldPoint.of(fields.text("point", expected)).orElseThrow(() -> fields.wrong("point", expected));
    }
}
