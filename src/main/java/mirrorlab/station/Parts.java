package mirrorlab.station;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import mirrorlab.amqp.AmqpDoor;
import mirrorlab.amqp.AmqpSettings;
import mirrorlab.broker.Broker;
import mirrorlab.broker.Input;
import mirrorlab.broker.PeerMessages;
import mirrorlab.http.HttpDoor;
import mirrorlab.jgroups.JGroupsNetwork;
import mirrorlab.jgroups.Tuning;
import mirrorlab.journal.HybridClock;
import mirrorlab.journal.JournalFile;
import mirrorlab.journal.NodeJournal;
import mirrorlab.mirror.StoredMessage;
import mirrorlab.node.MemoryWatch;
import mirrorlab.node.NodeHost;
import mirrorlab.node.NodeLoop;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.store.DiskStore;
import mirrorlab.store.Paging;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The parts of one node's life and how they are joined.
final class Parts {
    static final String RABBITMQ_VERSION = "3.10.8";
    /// For the lab to read the last entries of the journal after a clean stop, on a busy machine, too.
    private static final Duration LAST_WORDS = Duration.ofSeconds(3);

    private final NodeConfig config;
    private final LifeRecord life;
    private final DiskStore store;
    private final NodeJournal journal;
    private final JGroupsNetwork network;
    private final NodeLoop loop;
    private final AmqpDoor amqp;
    private final MemoryWatch memory;
    private int amqpPort;
    private @Nullable HttpDoor http;
    private boolean paused;
    private boolean severed;

    private Parts(NodeConfig config, LifeRecord life, DiskStore store, JournalFile.Writer journalFile, NodeHost host) {
        NodeName name = config.name();
        HybridClock clock = new HybridClock();
        this.config = config;
        this.life = life;
        this.store = store;
        journal = new NodeJournal(name.value(), life.incarnation(), clock, journalFile);
        Paging paging = new Paging(config.folder());
        network = new JGroupsNetwork(name, life.incarnation(), config.networkPorts(), tuning(config.settings()));
        PeerCodec codec = new PeerCodec(PeerMessages.ROOTS, paging::keep);
        loop = new NodeLoop(name, new Broker()::on, codec, network, store, journal, clock, host);
        String cluster = config.memberNames().stream().sorted().findFirst().orElse(name).value();
        amqp = new AmqpDoor(
                AmqpSettings.of(name.shortName(), config.amqpPort(), RABBITMQ_VERSION).inCluster(cluster), loop,
                loop::administer, paging::keep);
        memory = new MemoryWatch("node-" + name.shortName() + "-memory", config.settings(), paging,
                loop::measured);
    }

    /// @throws WrongConfig
    ///             the data folder is in use or damaged, the folder cannot be written to
    static Parts open(NodeConfig config, NodeHost host) throws WrongConfig {
        try {
            DiskStore store = DiskStore.open(config.folder().resolve("data"));
            LifeRecord life = LifeRecord.begin(store);
            return new Parts(config, life, store, new JournalFile.Writer(config.folder().resolve(JournalFile.NAME)),
                    host);
        } catch (IOException e) {
            throw new WrongConfig(String.valueOf(e.getMessage()), e);
        }
    }

    private static Tuning tuning(Map<String, Object> settings) {
        return settings.get("net_ticktime") instanceof Number seconds
                ? Tuning.DEFAULT.withTimeout(Duration.ofSeconds(seconds.longValue()))
                : Tuning.DEFAULT;
    }

    void pageOut(List<Bytes> bodies) {
        memory.pageOut(bodies);
    }

    long incarnation() {
        return life.incarnation();
    }

    NodeLoop loop() {
        return loop;
    }

    /// Joins the network while the disk is read, then gives the machine its first input.
    ///
    /// @throws WrongConfig
    ///             a port is in use
    void boot() throws WrongConfig {
        CompletableFuture<Void> joining = CompletableFuture.runAsync(() -> network.start(loop.listener()),
                action -> Thread
                        .ofPlatform().daemon().name("node-" + config.name().shortName() + "-network").start(action));
        try {
            amqpPort = amqp.start();
            Input.Boot boot = new Input.Boot(config.name(), life.incarnation(), config.seed(), config.memberNames(),
                    config.settings(), metadata(), queues(), life.cleanlyStopped());
            joining.join();
            loop.start(boot, amqp);
            memory.start();
        } catch (CompletionException e) {
            throw inUse(config.networkPorts().getOrDefault(config.name(), 0), "network", e);
        } catch (IOException e) {
            throw e.getCause() instanceof BindException
                    ? inUse(config.amqpPort(), "AMQP", e)
                    : new WrongConfig(String.valueOf(e.getMessage()), e);
        }
    }

    private WrongConfig inUse(int port, String use, Throwable cause) {
        return new WrongConfig("port " + port + " of " + config.name().shortName() + "'s "
                + (use.equals("network") ? use : use + " door") + " is in use by another program", cause);
    }

    private @Nullable Bytes metadata() throws IOException {
        Map<Long, Bytes> entries = new LinkedHashMap<>();
        store.read(NodeLoop.METADATA_TABLE, entries::put);
        return entries.get(NodeLoop.METADATA_KEY);
    }

    private Map<String, List<Input.StoredEntry>> queues() throws IOException {
        Map<String, List<Input.StoredEntry>> queues = new LinkedHashMap<>();
        for (String table : store.tables()) {
            if (StoredMessage.isTable(table)) {
                List<Input.StoredEntry> entries = new ArrayList<>();
                store.read(table, (position, value) -> entries.add(new Input.StoredEntry(position, value)));
                queues.put(table, entries);
            }
        }
        return queues;
    }

    /// @throws WrongConfig
    ///             the HTTP port is in use
    synchronized Station.Serving openDoors(long processId) throws WrongConfig {
        if (severed) {
            throw new WrongConfig("the node was killed");
        }
        try {
            HttpDoor door = HttpDoor
                    .open(new HttpDoor.Config("node-" + config.name().shortName() + "-http", config.httpPort(),
                            config.secret()), loop, journal, network, memory);
            http = door;
            if (paused) {
                door.pause();
            }
            amqp.setServing(true);
            return new Station.Serving(config.name().value(), life.incarnation(), amqpPort, door.port(), processId);
        } catch (BindException e) {
            throw inUse(config.httpPort(), "HTTP", e);
        } catch (IOException e) {
            throw new WrongConfig("the HTTP door of " + config.name() + " cannot be opened: " + e.getMessage(), e);
        }
    }

    synchronized void pause() {
        paused = true;
        loop.pause();
        network.freeze();
        amqp.pause();
        if (http != null) {
            http.pause();
        }
    }

    synchronized void resume() {
        paused = false;
        network.thaw();
        amqp.resume();
        if (http != null) {
            http.resume();
        }
        loop.resume();
    }

    /// After the loop has ended by itself and everything is durable.
    synchronized Exit closeCleanly(Exit exit) {
        memory.close();
        amqp.stop();
        network.close();
        journal.close();
        if (http != null) {
            http.close(LAST_WORDS);
        }
        try {
            LifeRecord.endCleanly(store);
            store.close();
            return exit;
        } catch (IOException e) {
            return new Exit(Exit.BUG, "the disk failed: " + e.getMessage());
        }
    }

    /// Like a process that was killed: the network first, so that no peer hears anything more.
    synchronized void sever() {
        if (severed) {
            return;
        }
        severed = true;
        memory.close();
        network.crash();
        try {
            loop.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        amqp.kill();
        if (http != null) {
            http.close(Duration.ZERO);
        }
        journal.close();
        try {
            store.close();
        } catch (IOException e) {
            // a disk that fails at the end of a killed node: its next life will say so
        }
    }
}
