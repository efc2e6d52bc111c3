package mirrorlab.journal;

import static mirrorlab.journal.Story.ORDERS;
import static mirrorlab.journal.Story.R1;
import static mirrorlab.journal.Story.R2;
import static mirrorlab.journal.Story.R3;
import static mirrorlab.journal.Story.m;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

class ClusterPictureTest {

    static ClusterPicture picture(List<Entry> entries) {
        ClusterPicture picture = new ClusterPicture();
        entries.forEach(picture::apply);
        return picture;
    }

    private static ClusterPicture picture(Story story) {
        return picture(story.entries());
    }

    private static QueuePicture orders(Story story) {
        return picture(story).queue(ORDERS).orElseThrow();
    }

    private static String table(ClusterPicture picture) {
        return TextTable.of(picture, key -> key.substring("table.".length()));
    }

    @Test
    void a_queue_without_mirrors_has_a_master_and_no_badges() {
        QueuePicture orders = orders(new Story().three().declared().published(1, 3, R1));
        assertThat(orders.state()).isEqualTo(QueuePicture.State.RUNNING);
        assertThat(orders.isMirrored()).isFalse();
        assertThat(orders.badges()).isEmpty();
        assertThat(orders.masterReplica().orElseThrow().readyCount()).isEqualTo(3);
    }

    @Test
    void unsynchronised_mirrors_show_plus_nothing_and_a_red_count() {
        QueuePicture orders = orders(new Story().three().declared().published(1, 40, R1).mirrored(false));
        assertThat(orders.badges()).extracting(Badge::text).containsExactly("+0", "+2");
        assertThat(orders.badges()).extracting(Badge::kind).containsExactly(Badge.Kind.NONE_SYNCHRONISED,
                Badge.Kind.UNSYNCHRONISED);
        ReplicaPicture mirror = orders.replicaOn(NodeName.of("rabbit2")).orElseThrow();
        assertThat(mirror.sync()).isEqualTo(ReplicaPicture.Sync.UNSYNCHRONISED);
        assertThat(mirror.missing()).isEqualTo(40);
        assertThat(orders.lackedBy(mirror)).isEqualTo(m(1, 40));
    }

    @Test
    void synchronised_mirrors_show_a_blue_count_with_their_nodes() {
        QueuePicture orders = orders(new Story().three().declared().mirrored(true));
        assertThat(orders.badges()).containsExactly(new Badge("+2", Badge.Kind.SYNCHRONISED,
                List.of(NodeName.of("rabbit2"), NodeName.of("rabbit3"))));
    }

    @Test
    void a_synchronisation_shows_its_progress_and_its_mirrors() {
        Story story = new Story().three().declared().published(1, 100, R1).mirrored(false)
                .by("rabbit1", new Happening.SyncStarted(ORDERS, R1, List.of(R2, R3), 100, 10, false))
                .by("rabbit1", new Happening.SyncProgressed(ORDERS, R1, 40, 100, 2, 1));
        QueuePicture orders = orders(story);
        assertThat(orders.state()).isEqualTo(QueuePicture.State.SYNCING);
        assertThat(orders.sync()).isNotNull().extracting(SyncPicture::percent).isEqualTo(40);
        assertThat(orders.badges()).extracting(Badge::text).contains("Syncing: 40%");
        assertThat(orders.livingMirrors()).allMatch(each -> each.sync() == ReplicaPicture.Sync.SYNCING);
        story.by("rabbit1", new Happening.SyncEnded(ORDERS, R1, "complete", 100));
        assertThat(orders(story).state()).isEqualTo(QueuePicture.State.RUNNING);
    }

    @Test
    void between_the_masters_death_and_the_promotion_nobody_is_master() {
        Story story = new Story().three().declared().mirrored(true).died("rabbit1");
        assertThat(orders(story).state()).isEqualTo(QueuePicture.State.PROMOTING);
        assertThat(orders(story).masterReplica()).isEmpty();
    }

    @Test
    void a_promotion_counts_before_any_record_tells_it() {
        Story story = new Story().three().declared().mirrored(true).died("rabbit1").by("rabbit2",
                new Happening.MirrorPromoted(ORDERS, R2, R1, 2, true, List.of(R2), "ha", "ha-promote-on-failure",
                        "always", true,
                        0, 0, 0, "master-lost"));
        assertThat(orders(story).master()).isEqualTo(R2);
        assertThat(orders(story).state()).isEqualTo(QueuePicture.State.RUNNING);
    }

    @Test
    void a_dead_master_keeps_its_place_with_what_it_last_held() {
        QueuePicture orders = orders(Story.welcome());
        assertThat(orders.master()).isEqualTo(R2);
        ReplicaPicture old = orders.replicaOn(NodeName.of("rabbit1")).orElseThrow();
        assertThat(old.sync()).isEqualTo(ReplicaPicture.Sync.STOPPED);
        assertThat(old.wasMaster()).isTrue();
        assertThat(old.contents()).isEqualTo(m(1, 65));
        assertThat(orders.badges()).extracting(Badge::text).containsExactly("+1");
    }

    @Test
    void a_node_that_returns_brings_a_new_empty_mirror() {
        var young = Story.replica("rabbit1", 2);
        Story story = Story.welcome().started("rabbit1").begins(young, "mirror").recorded(R2, List.of(R3, young),
                List.of(R3));
        ReplicaPicture returned = orders(story).replicaOn(NodeName.of("rabbit1")).orElseThrow();
        assertThat(returned.id()).isEqualTo(young);
        assertThat(returned.sync()).isEqualTo(ReplicaPicture.Sync.UNSYNCHRONISED);
        assertThat(returned.contents()).isEqualTo(MessageSet.EMPTY);
    }

    @Test
    void a_mirrored_queue_without_living_replica_is_unreachable_and_one_without_mirrors_is_down() {
        Story refused = new Story().three().declared().published(1, 5, R1).mirrored(false).died("rabbit1")
                .by("rabbit2", new Happening.ReplicaStopped(ORDERS, R2, "refused"))
                .by("rabbit3", new Happening.ReplicaStopped(ORDERS, R3, "refused"));
        assertThat(orders(refused).state()).isEqualTo(QueuePicture.State.UNREACHABLE);
        Story down = new Story().three().declared().died("rabbit1").recorded(R1, null, List.of(), "down");
        assertThat(orders(down).state()).isEqualTo(QueuePicture.State.DOWN);
    }

    @Test
    void a_copy_is_on_its_way_until_its_replica_has_it() {
        Story story = new Story().three().connected().declared().mirrored(true).sent(1, 2, true, R1, R2).arrived(1, 2,
                R1);
        assertThat(picture(story).copiesInFlight())
                .containsExactly(new CopiesInFlight(ORDERS, Story.CHANNEL, R2, m(1, 2)));
        assertThat(picture(story.arrived(1, 2, R2)).copiesInFlight()).isEmpty();
    }

    @Test
    void clients_go_with_their_node() {
        Story story = new Story().three().connected().declared().by("rabbit2",
                new Happening.ConsumerAdded(NodeName.of("rabbit2"), Story.CHANNEL, ORDERS, "tag", 5, false));
        assertThat(picture(story).channels()).singleElement().extracting(ChannelPicture::confirmsFrom).isEqualTo(1L);
        assertThat(picture(story).consumers()).hasSize(1);
        ClusterPicture after = picture(story.died("rabbit2"));
        assertThat(after.connections()).isEmpty();
        assertThat(after.channels()).isEmpty();
        assertThat(after.consumers()).isEmpty();
    }

    @Test
    void a_removed_queue_is_gone_until_it_is_recorded_again() {
        Story story = new Story().three().declared().removed("deleted");
        assertThat(picture(story).queue(ORDERS)).isEmpty();
        assertThat(picture(story).isRemoved(ORDERS)).isTrue();
        assertThat(picture(story.recorded(R1, null, List.of())).queue(ORDERS)).isPresent();
    }

    @Test
    void names_run_on_over_channels_and_foreign_messages_keep_their_channels_number() {
        Story story = new Story().connected().sent(1, 40, true, R1);
        var other = new mirrorlab.vocabulary.ChannelId(NodeName.of("rabbit1"), 1, 9);
        story.by(Entry.LAB, new Happening.MessagesNamed(ORDERS, new Interval(other, 1, 5), "m", 41));
        MessageNames names = picture(story).names();
        MessageSet all = m(1, 40).union(MessageSet.of(List.of(new Interval(other, 1, 7))));
        assertThat(names.runs(all)).isEqualTo("<rabbit1@localhost.1.9.1>#6…7, m1…m45");
        assertThat(names.runs(m(3, 3).union(m(5, 6)))).isEqualTo("m3, m5…m6");
        assertThat(names.reportRuns(m(3, 3).union(m(5, 6)))).containsExactly("m3", "m5..m6");
    }

    @Test
    void an_older_version_of_a_record_changes_nothing() {
        Story story = new Story().three().declared().mirrored(true);
        Entry old = story.entries().stream().filter(each -> each.happening() instanceof Happening.QueueRecorded)
                .findFirst()
                .orElseThrow();
        ClusterPicture picture = picture(story);
        picture.apply(new Entry("rabbit3@localhost", 1, 99, Long.MAX_VALUE >> 1, old.happening()));
        assertThat(picture.queue(ORDERS).orElseThrow().record().version()).isEqualTo(3);
    }

    @Test
    void any_order_of_arrival_between_origins_gives_the_same_picture() {
        var young = Story.replica("rabbit1", 2);
        Story story = Story.welcome().settled(R2, "acknowledged", 41, 45)
                .holds(R2, "master", m(46, 65), MessageSet.EMPTY)
                .started("rabbit1").begins(young, "mirror").recorded(R2, List.of(R3, young), List.of(R3))
                .policy(Map.of("ha-mode", "exactly", "ha-params", 2)).sent(66, 70, true, R2, R3, young)
                .arrived(66, 70, R3)
                .died("rabbit3");
        String expected = table(picture(story));
        for (int seed = 0; seed < 300; seed++) {
            List<Entry> entries = Story.shuffled(story.entries(), new Random(seed));
            assertThat(table(picture(entries))).as("seed %s", seed).isEqualTo(expected);
        }
    }

    @Test
    void a_saved_journal_replayed_gives_the_same_table_after_every_happening() {
        ClusterPicture live = new ClusterPicture();
        ClusterPicture replayed = new ClusterPicture();
        for (Entry each : Story.welcome().entries()) {
            live.apply(each);
            replayed.apply(JournalJson.read(JournalJson.write(each)));
            assertThat(table(replayed)).isEqualTo(table(live));
        }
        assertThat(table(live)).contains("m41…m65").contains("was master");
    }

    @Test
    void a_copy_goes_its_own_way() {
        Story story = new Story().three().declared().mirrored(true);
        ClusterPicture picture = picture(story);
        String before = table(picture);
        ClusterPicture copy = picture.copy();
        List<Entry> later = story.died("rabbit1").entries();
        copy.apply(later.getLast());
        assertThat(table(picture)).isEqualTo(before);
        assertThat(table(copy)).isNotEqualTo(before);
    }
}
