package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import mirrorlab.journal.Happening;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeState;
import mirrorlab.vocabulary.NodeName;

/// The steps `cut_link`, `delay_link`, `lossy_link`, `heal_link` and `heal`: faults of the way from one node to another.
///
/// A fault lives in the sending node and ends with its process. Packets of a link are TCP's: what is lost comes later, so
/// a lossy link is one with pauses, and a link that is cut for a shorter time than the detector waits loses nothing.
final class LinkActions {
    private static final double PATIENCE = 10;
    private static final int CUT = 100;
    private final Stage stage;
    private final Cluster cluster;
    private final Cli cli;
    private final CountDownLatch closing;
    private final Map<Way, Fault> faults = new TreeMap<>();

    private record Way(NodeName from, NodeName to) implements Comparable<Way> {
        @Override
        public int compareTo(Way other) {
            int byFrom = from.compareTo(other.from);
            return byFrom != 0 ? byFrom : to.compareTo(other.to);
        }

        Way back() {
            return new Way(to, from);
        }
    }

    /// @param life
    ///            the sending node's incarnation
    private record Fault(long life, int delayMillis, int lossPercent) {
        boolean isNone() {
            return delayMillis == 0 && lossPercent == 0;
        }
    }

    /// @param closing
    ///            counted down when the lab closes
    LinkActions(Stage stage, CountDownLatch closing) {
        this.stage = stage;
        this.closing = closing;
        cluster = stage.cluster();
        cli = new Cli(cluster);
    }

    void cut(StepFields step, ObjectNode result) throws StepFault {
        change(step, result, now -> new Fault(now.life, now.delayMillis, CUT));
    }

    void delay(StepFields step, ObjectNode result) throws StepFault {
        int millis = step.whole("ms");
        change(step, result, now -> new Fault(now.life, millis, now.lossPercent));
    }

    void lose(StepFields step, ObjectNode result) throws StepFault {
        int percent = step.whole("percent");
        change(step, result, now -> new Fault(now.life, now.delayMillis, percent));
    }

    private void change(StepFields step, ObjectNode result, UnaryOperator<Fault> change) throws StepFault {
        for (Way each : ways(step, result)) {
            disturb(each, change.apply(fault(each)));
        }
    }

    void heal(StepFields step, ObjectNode result) throws StepFault {
        Way way = way(step, result);
        for (Way each : List.of(way, way.back())) {
            if (cluster.answering().contains(each.from)) {
                heal(each);
            }
        }
    }

    /// Every link of every node that answers; of others nothing is left when they start again.
    void healAll(StepFields step, ObjectNode result) throws StepFault {
        int pause = step.whole("stagger_ms");
        List<NodeName> nodes = cluster.answering();
        boolean first = true;
        for (int i = 0; i < nodes.size(); i++) {
            for (int k = i + 1; k < nodes.size(); k++) {
                if (!first && pause > 0) {
                    pause(pause);
                }
                first = false;
                Way way = new Way(nodes.get(i), nodes.get(k));
                heal(way);
                heal(way.back());
            }
        }
    }

    private void pause(int millis) throws StepFault {
        try {
            if (closing.await(millis, TimeUnit.MILLISECONDS)) {
                throw StepFault.notPossible("closing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StepFault.notPossible("closing");
        }
    }

    private List<Way> ways(StepFields step, ObjectNode result) throws StepFault {
        Way way = way(step, result);
        List<Way> ways = new ArrayList<>(List.of(way));
        if (step.flag("both")) {
            ways.add(way.back());
        }
        for (Way each : ways) {
            checkAnswers(each.from);
        }
        return ways;
    }

    private Way way(StepFields step, ObjectNode result) throws StepFault {
        Way way = new Way(stage.node(step.text("from"), result), stage.node(step.text("to"), result));
        if (way.from.equals(way.to)) {
            throw StepFault.notPossible("link.self", way.from.shortName());
        }
        return way;
    }

    private void checkAnswers(NodeName node) throws StepFault {
        NodeState state = cluster.state(node);
        if (!cluster.answering().contains(node)) {
            throw StepFault.notPossible(state == NodeState.PAUSED ? "link.frozen" : "node.down", node.shortName());
        }
    }

    private Fault fault(Way way) {
        synchronized (faults) {
            long life = cluster.incarnation(way.from);
            Fault known = faults.get(way);
            return known == null || known.life != life ? new Fault(life, 0, 0) : known;
        }
    }

    private void disturb(Way way, Fault fault) throws StepFault {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("peer", way.to.value())
                .put("delay_ms", fault.delayMillis).put("loss", fault.lossPercent / 100.0);
        cli.ask(way.from, "POST", "/api/lab/link", body, "", PATIENCE);
        changed(way, fault);
    }

    private void heal(Way way) throws StepFault {
        Fault before = fault(way);
        cli.ask(way.from, "POST", "/api/lab/heal",
                JsonNodeFactory.instance.objectNode().put("peer", way.to.value()), "", PATIENCE);
        if (!before.isNone()) {
            changed(way, new Fault(before.life, 0, 0));
        }
    }

    private void changed(Way way, Fault fault) {
        synchronized (faults) {
            faults.put(way, fault);
        }
        stage.tell(new Happening.LinkDisturbed(way.from, way.to, fault.delayMillis, fault.lossPercent));
    }
}
