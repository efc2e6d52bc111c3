package mirrorlab.ui.network;

import static mirrorlab.ui.Story.ORDERS;
import static mirrorlab.ui.Story.R1;
import static mirrorlab.ui.Story.R2;
import static mirrorlab.ui.Story.R3;
import static mirrorlab.ui.Story.messages;
import static mirrorlab.ui.Story.replica;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.timeline.Timeline;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// What the pages NETWORK and LOAD show, worked out from recordings.
class NetworkModelTest {
    private static final ChannelId CLIENT = new ChannelId(R3, 1, 9);

    private static Story linked() {
        Story story = new Story().threeNodes();
        for (NodeName one : List.of(R1, R2, R3)) {
            for (NodeName other : List.of(R1, R2, R3)) {
                if (!one.equals(other)) {
                    story.node(one, new Happening.PeerUp(one, other, 1));
                }
            }
        }
        return story;
    }

    /// A queue with its master on rabbit1 and mirrors on both others; a client at rabbit3 publishes and consumes 100.
    private static Story busy() {
        Story story = linked().record(R1, ORDERS, replica(R1, 1), List.of(replica(R2, 1), replica(R3, 1)),
                List.of(replica(R3, 1), replica(R2, 1)), "ha-all");
        for (NodeName each : List.of(R1, R2, R3)) {
            story.holds(ORDERS, replica(each, 1), each.equals(R1) ? "master" : "mirror", 1, 0, 0);
        }
        story.pause(5_000).publish(ORDERS, CLIENT, 1, 100, "m",
                List.of(replica(R1, 1), replica(R2, 1), replica(R3, 1)));
        return story.node(R1, new Happening.MessagesDelivered(ORDERS, replica(R1, 1), CLIENT, "c", false, false,
                messages(CLIENT, 1, 100)))
                .node(R1, new Happening.MessagesSettled(ORDERS, replica(R1, 1), "acknowledged",
                        messages(CLIENT, 1, 40)));
    }

    private static Timeline timeline(Story story) {
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        return desk.timeline();
    }

    private static Rates rates(Story story, long laterMillis) {
        Timeline timeline = timeline(story);
        Moment now = timeline.shown();
        return Rates.of(timeline::entry, now.entries(), now.millis() + laterMillis, now.picture());
    }

    private static NetworkModel model(Story story) {
        return NetworkModel.of(timeline(story).shown(), rates(story, 0));
    }

    private static MapLink link(Story story, int index) {
        return model(story).links().get(index);
    }

    @Test
    void copies_come_from_the_channels_node_and_operations_from_the_master() {
        Rates rates = rates(busy(), 0);
        assertThat(rates.way(R3, R1)).isEqualTo(new Rate(50, 0, 0, 0));
        assertThat(rates.way(R3, R2)).isEqualTo(new Rate(50, 0, 0, 0));
        // 100 publishes, 100 deliveries and 40 acks in two seconds
        assertThat(rates.way(R1, R2)).isEqualTo(new Rate(0, 120, 0, 0));
        assertThat(rates.way(R1, R3)).isEqualTo(new Rate(0, 120, 50, 0));
        assertThat(rates.way(R2, R1)).isEqualTo(Rate.NONE);
        assertThat(rates.way(R3, R3)).isEqualTo(Rate.NONE);
    }

    @Test
    void a_mirror_does_all_the_work_of_its_master() {
        Rates rates = rates(busy(), 0);
        assertThat(rates.asMaster(R1)).isEqualTo(new Work(50, 50, 20));
        assertThat(rates.asMirror(R2)).isEqualTo(rates.asMaster(R1)).isEqualTo(rates.asMirror(R3));
        LoadModel load = LoadModel.of(timeline(busy()).shown(), rates);
        assertThat(load.asked()).isEqualTo(120);
        assertThat(load.done()).isEqualTo(360);
        assertThat(load.nodes()).extracting(LoadModel.NodeLoad::masters).containsExactly(1, 0, 0);
        assertThat(load.nodes()).extracting(LoadModel.NodeLoad::mirrors).containsExactly(0, 1, 1);
    }

    @Test
    void what_a_master_reads_from_its_disk_was_published_by_nobody() {
        Story story = linked().record(R1, ORDERS, replica(R1, 1), null, List.of(), null).pause(5_000)
                .node(R1, new Happening.ReplicaStarted(ORDERS, replica(R1, 1), "master", 65))
                .node(R1, new Happening.MessagesEnqueued(ORDERS, replica(R1, 1), messages(CLIENT, 1, 65)));
        assertThat(rates(story, 0).asMaster(R1)).isEqualTo(Work.NONE);
        story.publish(ORDERS, CLIENT, 66, 75, "m", List.of(replica(R1, 1)));
        assertThat(rates(story, 0).asMaster(R1)).isEqualTo(new Work(5, 0, 0));
    }

    @Test
    void rates_fall_to_nothing_when_nothing_is_told_any_more() {
        assertThat(rates(busy(), Rates.WINDOW_MILLIS + 1)).isEqualTo(Rates.NONE);
    }

    @Test
    void an_explicit_synchronisation_goes_from_the_master_to_its_mirrors() {
        Story story = busy().pause(10_000)
                .node(R1, new Happening.SyncStarted(ORDERS, replica(R1, 1), List.of(replica(R2, 1)), 5_000, 100, false))
                .node(R1, new Happening.SyncProgressed(ORDERS, replica(R1, 1), 1_000, 5_000, 0, 0))
                .node(R1, new Happening.SyncProgressed(ORDERS, replica(R1, 1), 4_000, 5_000, 0, 0));
        assertThat(rates(story, 0).way(R1, R2)).isEqualTo(new Rate(0, 0, 0, 1_500));
    }

    @Test
    void a_link_is_as_bad_as_the_worst_that_holds() {
        assertThat(link(linked(), 0).standing()).isEqualTo(MapLink.Standing.UP);
        assertThat(link(linked().lab(new Happening.LinkDisturbed(R1, R2, 200, 0)), 0).standing())
                .isEqualTo(MapLink.Standing.SLOW);
        assertThat(link(linked().node(R2, new Happening.PeerSuspected(R2, R1, true)), 0).standing())
                .isEqualTo(MapLink.Standing.SUSPECTED);
        assertThat(link(linked().lab(new Happening.LinkDisturbed(R1, R2, 0, 100)), 0).standing())
                .isEqualTo(MapLink.Standing.HALF_CUT);
        assertThat(link(linked().lab(new Happening.LinkDisturbed(R1, R2, 0, 100))
                .lab(new Happening.LinkDisturbed(R2, R1, 0, 100)), 0).standing()).isEqualTo(MapLink.Standing.CUT);
        assertThat(link(linked().node(R2, new Happening.PeerDown(R2, R1)), 0).standing())
                .isEqualTo(MapLink.Standing.APART);
        assertThat(link(linked().lab(new Happening.NodeDied(R1, 0, 137, List.of())), 0).standing())
                .isEqualTo(MapLink.Standing.GONE);
    }

    @Test
    void a_silent_node_says_where_its_heartbeats_are_missing() {
        NetworkModel model = model(linked().lab(new Happening.NodePaused(R3))
                .node(R1, new Happening.PeerSuspected(R1, R3, true))
                .node(R2, new Happening.PeerSuspected(R2, R3, true)));
        assertThat(model.nodes().getLast().missedBy()).containsExactly(R1, R2);
        assertThat(model.nodes().getFirst().missedBy()).isEmpty();
    }

    @Test
    void equal_moments_give_equal_models() {
        assertThat(model(busy())).isEqualTo(model(busy()));
    }

    @Test
    void nodes_keep_their_places_and_their_distance() {
        for (int count = 2; count <= 9; count++) {
            MapLayout layout = new MapLayout(count, 740, 360, 150, 68);
            for (int i = 0; i < count; i++) {
                assertThat(layout.centre(i).getX()).as("%s of %s", i, count).isBetween(75.0, 665.0);
                assertThat(layout.centre(i).getY()).as("%s of %s", i, count).isBetween(34.0, 326.0);
                for (int k = 0; k < i; k++) {
                    assertThat(layout.centre(i).distance(layout.centre(k))).as("%s and %s of %s", i, k, count)
                            .isGreaterThan(60);
                }
            }
        }
    }
}
