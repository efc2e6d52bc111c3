package mirrorlab.lab;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.HybridClock;
import mirrorlab.journal.JournalFile;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.Host;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.host.RunFolder;
import mirrorlab.lab.play.Journals;
import mirrorlab.lab.play.LabChannels;
import mirrorlab.lab.play.StepPlayer;
import mirrorlab.vocabulary.NodeName;

/// One cluster from its first start to its end: its nodes, its recording, and whoever plays steps at it.
final class ClusterSession implements Journals, AutoCloseable {
    private static final Duration FORMS_WITHIN = Duration.ofMinutes(2);
    private final Recording recording;
    private final Books books;
    private final LabChannels channels = new LabChannels();
    private final HybridClock clock = new HybridClock();
    private final AtomicLong sequence = new AtomicLong();
    private final Map<NodeName, JournalReader> readers = new ConcurrentSkipListMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Cluster cluster;
    private final StepPlayer player;

    /// @param part
    ///            name of this cluster's part of the run folder
    ClusterSession(ClusterFile file, Host host, RunFolder folder, String part, String secret, HttpClient client)
            throws IOException, NotPossible {
        recording = new Recording(folder.path(), this::unshelved);
        books = new Books(recording);
        cluster = new Cluster(file, host, folder, part, secret, client, this::happened);
        player = new StepPlayer(cluster, file.waits(), channels, books, this, this::happened, closing);
    }

    /// Starts all nodes and waits until they serve.
    void start() throws BootFailed, NotPossible, IOException, InterruptedException {
        cluster.startAll(FORMS_WITHIN);
    }

    Recording recording() {
        return recording;
    }

    Books books() {
        return books;
    }

    Cluster cluster() {
        return cluster;
    }

    StepPlayer player() {
        return player;
    }

    /// Takes in something that the lab itself saw or did.
    void happened(Happening happening) {
        switch (happening) {
            case Happening.NodeStarted now -> {
                tell(now);
                follow(now);
            }
            case Happening.NodeDied now -> {
                unfollow(now.node());
                tell(now);
            }
            case Happening.NodeStopped now -> {
                unfollow(now.node());
                tell(now);
            }
            default -> tell(happening);
        }
    }

    private void unshelved(IOException fault) {
        tell(new Happening.Noted("error", "older moments cannot be put on disk (" + fault.getMessage()
                + "); the lab goes on and needs ever more memory"));
    }

    private synchronized void tell(Happening happening) {
        recording.add(new Entry(Entry.LAB, 1, sequence.incrementAndGet(), clock.tick(), happening));
    }

    private void follow(Happening.NodeStarted now) {
        Path file = cluster.folder(now.node()).resolve(JournalFile.NAME);
        JournalReader reader = new JournalReader(cluster.api(now.node()), file, now.node().value(), now.incarnation(),
                this::taken);
        readers.put(now.node(), reader);
        reader.start();
    }

    private void unfollow(NodeName node) {
        JournalReader reader = readers.remove(node);
        if (reader != null) {
            if (closing.getCount() == 0) {
                reader.close();
            } else {
                reader.finish();
            }
        }
    }

    private void taken(Entry entry) {
        clock.observe(entry.clock());
        recording.add(entry);
        channels.see(entry);
        books.keepUp();
    }

    @Override
    public boolean await(NodeName node, long sequence, long deadlineNanos) throws InterruptedException {
        JournalReader reader = readers.get(node);
        return reader == null || reader.await(sequence, deadlineNanos);
    }

    @Override
    public void close() {
        closing.countDown();
        player.close();
        cluster.close();
        readers.values().forEach(JournalReader::close);
    }
}
