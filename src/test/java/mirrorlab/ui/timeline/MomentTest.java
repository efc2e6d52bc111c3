package mirrorlab.ui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class MomentTest {
    private static final ReplicaId OLD = Story.replica(Story.R1, 1);

    private static Moment moment(Story story) {
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        return desk.timeline().shown();
    }

    /// The master is killed, and no mirror may follow.
    private static Story refused() {
        Story story = new Story().welcomeBeforeKill().lab(new Happening.NodeDied(Story.R1, 4772, 137, List.of()));
        for (NodeName node : List.of(Story.R2, Story.R3)) {
            ReplicaId mirror = Story.replica(node, 1);
            story.node(node, new Happening.PeerDown(node, Story.R1));
            story.node(node, new Happening.PromotionRefused(Story.ORDERS, mirror, OLD, "ha-nodes",
                    "ha-promote-on-failure", "when-synced", false, 25));
            story.node(node, new Happening.ReplicaStopped(Story.ORDERS, mirror, "refused"));
        }
        return story;
    }

    @Test
    void that_a_queue_is_down_is_over_when_it_is_served_again() {
        Moment down = moment(refused());
        assertThat(down.newestCause().map(CauseCard::kind)).hasValue("down");
        assertThat(down.causes()).isNotEmpty().noneMatch(down::isOver);

        ReplicaId back = new ReplicaId(Story.R1, 2, 1);
        Moment served = moment(refused().lab(new Happening.NodeStarted(Story.R1, 2, 4800, 5672, 15672))
                .lab(new Happening.ReplicaStarted(Story.ORDERS, back, "master", 65))
                .record(Story.R2, Story.ORDERS, back, List.of(), List.of(), "ha-nodes"));
        assertThat(served.causes()).isNotEmpty().allMatch(served::isOver);
        assertThat(served.newestCause()).isEmpty();
    }
}
