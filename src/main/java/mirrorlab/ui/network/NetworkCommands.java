package mirrorlab.ui.network;

import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.vocabulary.NodeName;

/// What can be done to links and nodes on the map, each a step of the lab.
record NetworkCommands(Desk desk) {

    void cut(Way way, boolean both) {
        desk.perform(link("cut_link", way).with("both", both));
    }

    void heal(Way way) {
        desk.perform(link("heal_link", way));
    }

    /// A form for delay and loss.
    void disturb(Way way) {
        desk.sheet().set(new Desk.Sheet(FxmlFile.LINK_FORM, way));
    }

    void pause(NodeName node) {
        desk.perform(Step.of("pause").with("node", node.shortName()));
    }

    void resume(NodeName node) {
        desk.perform(Step.of("resume").with("node", node.shortName()));
    }

    void rejoin(NodeName node) {
        for (NodeName each : desk.timeline().live().columns()) {
            if (!each.equals(node)) {
                heal(new Way(node, each));
            }
        }
    }

    static Step link(String kind, Way way) {
        return Step.of(kind).with("from", way.from().shortName()).with("to", way.to().shortName());
    }
}
