package mirrorlab.lab.ledger;

import static mirrorlab.journal.Story.CHANNEL;
import static mirrorlab.journal.Story.ORDERS;
import static mirrorlab.journal.Story.R1;
import static mirrorlab.journal.Story.R2;
import static mirrorlab.journal.Story.R3;
import static mirrorlab.journal.Story.m;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.Story;
import mirrorlab.vocabulary.MessageSet;
import org.junit.jupiter.api.Test;

class FoldSpeedTest {

    /// A minute of 10,000 entries a second must leave the window nearly all of its time. Processor time, because the
    /// machine may be busy.
    @Test
    void half_a_million_traffic_entries_fold_within_a_few_seconds() {
        Story story = new Story().three().connected().declared().mirrored(true);
        int messages = 50_000;
        for (int i = 1; i <= messages; i++) {
            for (var replica : List.of(R1, R2, R3)) {
                story.by("rabbit2", new Happening.CopiesSent(ORDERS, CHANNEL, replica, true, m(i, i)));
                story.by(replica.node().shortName(), new Happening.CopiesReceived(ORDERS, replica, m(i, i)));
                story.by(replica.node().shortName(), new Happening.MessagesEnqueued(ORDERS, replica, m(i, i)));
            }
            story.by("rabbit2", new Happening.PublishesAnswered(CHANNEL, "confirmed", m(i, i)));
            if (i % 3 != 0) {
                story.settled(R1, "acknowledged", i, i);
            }
        }
        List<Entry> entries = story.entries();
        Ledger ledger = new Ledger();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        entries.forEach(ledger::apply);
        Duration taken = Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin);
        QueueAccount orders = ledger.account(ORDERS).orElseThrow();
        assertThat(orders.of(Fate.ACKNOWLEDGED).count()).isEqualTo(messages - messages / 3);
        assertThat(orders.of(Fate.SAFE).count()).isEqualTo(messages / 3);
        assertThat(orders.of(Fate.LOST)).isEqualTo(MessageSet.EMPTY);
        assertThat(taken).as("%s entries", entries.size()).isLessThan(Duration.ofSeconds(10));
    }
}
