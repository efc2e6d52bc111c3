package mirrorlab.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

/// Exchanges, bindings and accounts in the picture.
class MetadataFoldTest {
    private static final NodeName R1 = NodeName.of("rabbit1");
    private static final NodeName R2 = NodeName.of("rabbit2");
    private static final NodeName R3 = NodeName.of("rabbit3");
    private static final ExchangeName X = new ExchangeName("/", "x");
    private static final Binding BINDING = new Binding(X, true, "orders", "k", Map.of("x-match", "all", "n", 1));
    private static final ExchangePicture EXCHANGE = new ExchangePicture(
            new Exchange(X, "headers", true, false, false, Map.of("alternate-exchange", "rest")), "rest");
    private final Story story = new Story().three();

    private static Happening.MetadataKnown known(Binding... bindings) {
        return new Happening.MetadataKnown(bindings.length == 0 ? List.of() : List.of(EXCHANGE), List.of(bindings),
                List.of("/"), List.of(new UserPicture("guest", List.of("administrator"))),
                List.of(new PermissionPicture("guest", "/", ".*", ".*", ".*")));
    }

    private Story all(Happening happening) {
        return story.by("rabbit1", happening).by("rabbit2", happening).by("rabbit3", happening);
    }

    private MetadataPicture picture() {
        return ClusterPictureTest.picture(story.entries()).metadata();
    }

    @Test
    void nothing_is_known_before_a_node_tells() {
        assertThat(picture()).isEqualTo(MetadataPicture.NOTHING);
    }

    @Test
    void all_nodes_that_told_the_same_are_named() {
        all(known());
        all(new Happening.ExchangeRecorded(EXCHANGE));
        all(new Happening.Bound(BINDING));
        assertThat(picture().exchanges()).containsExactly(EXCHANGE);
        assertThat(picture().bindings()).containsExactly(BINDING);
        assertThat(picture().same()).containsExactly(R1, R2, R3);
        assertThat(picture().different()).isEmpty();
    }

    @Test
    void a_node_that_knows_something_else_is_named_and_who_started_first_counts() {
        all(known());
        story.by("rabbit3", new Happening.VhostRecorded("lonely"));
        assertThat(picture().teller()).isEqualTo(R1);
        assertThat(picture().vhosts()).containsExactly("/");
        assertThat(picture().same()).containsExactly(R1, R2);
        assertThat(picture().different()).containsExactly(R3);
    }

    @Test
    void the_dead_are_not_asked_and_the_returned_are_asked_anew() {
        all(known(BINDING));
        story.by(Entry.LAB, new Happening.NodeDied(R1, 1, 137, List.of()));
        story.by("rabbit2", new Happening.Unbound(BINDING)).by("rabbit3", new Happening.Unbound(BINDING));
        assertThat(picture().teller()).isEqualTo(R2);
        assertThat(picture().bindings()).isEmpty();
        assertThat(picture().same()).containsExactly(R2, R3);
        assertThat(picture().different()).isEmpty();
    }

    @Test
    void the_last_one_that_told_counts_when_all_are_dead() {
        all(known());
        story.by("rabbit2", new Happening.UserRecorded(new UserPicture("ann", List.of())));
        for (NodeName each : List.of(R1, R2, R3)) {
            story.by(Entry.LAB, new Happening.NodeDied(each, 1, 137, List.of()));
        }
        assertThat(picture().teller()).isEqualTo(R2);
        assertThat(picture().users()).extracting(UserPicture::name).containsExactly("ann", "guest");
        assertThat(picture().same()).isEmpty();
    }

    @Test
    void what_goes_with_a_user_or_a_virtual_host_goes() {
        all(known());
        all(new Happening.VhostRecorded("shop"));
        all(new Happening.PermissionsRecorded(new PermissionPicture("guest", "shop", "", "", "")));
        assertThat(picture().permissions()).hasSize(2);
        all(new Happening.VhostRemoved("shop"));
        assertThat(picture().permissions()).extracting(PermissionPicture::vhost).containsExactly("/");
        all(new Happening.UserRemoved("guest"));
        assertThat(picture().permissions()).isEmpty();
    }

    @Test
    void copies_go_their_own_ways_and_a_saved_journal_gives_the_same() {
        all(known(BINDING));
        ClusterPicture picture = ClusterPictureTest.picture(story.entries());
        ClusterPicture copy = picture.copy();
        MetadataPicture before = copy.metadata();
        all(new Happening.ExchangeRemoved(X));
        story.entries().forEach(picture::apply);
        assertThat(picture.metadata().exchanges()).isEmpty();
        assertThat(copy.metadata()).isEqualTo(before);
        ClusterPicture again = new ClusterPicture();
        story.entries().stream().map(JournalJson::write).map(JournalJson::read).forEach(again::apply);
        assertThat(again.metadata()).isEqualTo(picture.metadata());
    }

    @Test
    void publishes_are_counted_by_exchange_and_the_newest_way_is_kept() throws Exception {
        ChannelId channel = new ChannelId(R1, 1, 1);
        NodeJournal journal = new NodeJournal(R1.value(), 1);
        for (int i = 1; i <= 10; i++) {
            MessageSet message = MessageSet.of(List.of(new Interval(channel, i, i)));
            journal.append(new Happening.PublishesRouted(channel, X, "key" + i, List.of(X),
                    i % 5 == 0 ? List.of() : List.of(QueueName.of("orders")), message));
        }
        journal.flush();
        List<Entry> told = journal.read(0, 100, Duration.ZERO);
        assertThat(told).hasSize(2);
        ClusterPicture picture = ClusterPictureTest.picture(told);
        assertThat(picture.exchangeTraffic()).singleElement().satisfies(traffic -> {
            assertThat(traffic.published()).isEqualTo(10);
            assertThat(traffic.unroutable()).isEqualTo(2);
            assertThat(traffic.routingKey()).isEqualTo("key10");
            assertThat(traffic.to()).isEmpty();
        });
        journal.close();
    }
}
