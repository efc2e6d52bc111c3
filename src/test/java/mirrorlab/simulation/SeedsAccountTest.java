package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mirrorlab.journal.QueuePicture;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.MessageSet;
import org.junit.jupiter.api.Test;

/// The account of a history against what really was published and what replicas really hold.
class SeedsAccountTest {
    private static final int SEEDS = 200;
    /// The serial of the channel that a node publishes dead letters on.
    private static final long DEAD_LETTERS = 0;

    private long accounted;

    private List<String> faults(SimulatedCluster cluster) {
        Ledger ledger = ClosedBooks.ledger(cluster.journal());
        List<String> faults = new ArrayList<>(ClosedBooks.faults(ledger));
        for (QueueAccount each : ledger.accounts()) {
            accounted += each.published().count();
            MessageSet.Builder copies = new MessageSet.Builder();
            each.published().intervals().stream().filter(run -> run.channel().serial() == DEAD_LETTERS)
                    .forEach(run -> copies.addAll(List.of(run)));
            MessageSet nobodys = each.published().minus(copies.build()).minus(cluster.ledger().published(each.queue()));
            if (!nobodys.isEmpty()) {
                faults.add(each.queue() + ": nobody published " + nobodys);
            }
            Optional<Replica> master = ledger.picture().queue(each.queue()).flatMap(QueuePicture::masterReplica)
                    .map(replica -> cluster.invariants().replica(replica.id()));
            if (master.isPresent()) {
                MessageSet.Builder held = new MessageSet.Builder();
                cluster.invariants().held(master.get().id()).forEach(held::add);
                MessageSet there = each.of(Fate.SAFE).union(each.of(Fate.AT_RISK)).union(each.of(Fate.UNACKNOWLEDGED));
                if (!held.build().equals(there)) {
                    faults.add(each.queue() + ": " + master.get().id() + " holds " + held.build() + ", the books say "
                            + there);
                }
            }
        }
        return faults;
    }

    @Test
    void the_books_close_after_every_history() {
        List<String> faults = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            long played = seed;
            Simulation.play(seed,
                    cluster -> faults(cluster).forEach(each -> faults.add("seed " + played + ": " + each)));
        }
        assertThat(faults).isEmpty();
        assertThat(accounted).as("messages in the books").isGreaterThan(SEEDS);
    }
}
