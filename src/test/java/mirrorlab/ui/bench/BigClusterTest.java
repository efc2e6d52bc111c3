package mirrorlab.ui.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.vocabulary.MessageSet;
import org.junit.jupiter.api.Test;

/// The recording that the bench plays is one that a cluster could have told.
class BigClusterTest {

    private static Ledger fold(BigCluster.Told told) {
        Ledger ledger = new Ledger();
        told.opening().forEach(ledger::apply);
        told.played().forEach(ledger::apply);
        return ledger;
    }

    @Test
    void the_same_cluster_is_told_the_same_way() {
        assertThat(new BigCluster(9, 20, 500).tell(2, 1000)).isEqualTo(new BigCluster(9, 20, 500).tell(2, 1000));
    }

    @Test
    void it_carries_as_many_messages_as_it_says() {
        BigCluster.Told told = new BigCluster(9, 200, 5000).tell(2, 0);
        long published = told.played().stream().map(Entry::happening)
                .mapToLong(each -> each instanceof Happening.PublishesAnswered now ? now.messages().count() : 0).sum();
        assertThat(published).isBetween(9_500L, 10_000L);
        assertThat(told.played()).isSortedAccordingTo((one, other) -> Long.compare(one.millis(), other.millis()));
    }

    @Test
    void before_the_kill_nothing_is_lost_and_late_mirrors_lack_the_backlog() {
        Ledger ledger = fold(new BigCluster(9, 80, 2000).tell(1, 0));
        List<QueuePicture> queues = ledger.picture().queues();
        assertThat(queues).hasSize(80).allMatch(each -> each.state() == QueuePicture.State.RUNNING);
        assertThat(ledger.accounts()).allSatisfy(
                account -> assertThat(account.fates().getOrDefault(Fate.LOST, MessageSet.EMPTY).isEmpty()).isTrue());
        assertThat(queues.stream().filter(each -> each.name().name().startsWith("stock")))
                .hasSize(2).allMatch(each -> each.livingMirrors().getFirst().missing() > 0);
    }

    @Test
    void the_death_of_a_node_promotes_its_masters_mirrors() {
        BigCluster.Told told = new BigCluster(9, 80, 2000).tell(2, 1000);
        assertThat(told.played().stream().map(Entry::happening)
                .filter(Happening.MirrorPromoted.class::isInstance)).isNotEmpty();
        assertThat(fold(told).picture().queues()).allSatisfy(each -> assertThat(each.masterReplica().isPresent()
                || !each.isMirrored()).isTrue());
    }
}
