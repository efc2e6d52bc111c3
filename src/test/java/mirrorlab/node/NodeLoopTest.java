package mirrorlab.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening.Noted;
import mirrorlab.journal.HybridClock;
import mirrorlab.journal.NodeJournal;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.StoreOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeLoopTest {
    private static final NodeName RABBIT1 = NodeName.of("rabbit1");
    private static final NodeName RABBIT2 = NodeName.of("rabbit2");
    private static final long PATIENCE_SECONDS = 30;

    sealed interface Talk extends PeerMessage {}

    record Word(String text) implements Talk {}

    record Other(String text) implements Talk {}

    private final Map<NodeName, MemoryNetwork> networks = new TreeMap<>();
    private final List<Node> nodes = new ArrayList<>();

    /// A loop around a machine that answers as the test says and remembers what it was told.
    private final class Node implements NodeHost, ClientDoor {
        final BlockingQueue<Input> inputs = new LinkedBlockingQueue<>();
        final BlockingQueue<List<Effect.ToClient>> delivered = new LinkedBlockingQueue<>();
        final CompletableFuture<Ending> ended = new CompletableFuture<>();
        final CountDownLatch serving = new CountDownLatch(1);
        final BlockingQueue<String> log = new LinkedBlockingQueue<>();
        final MemoryStore store = new MemoryStore();
        final MemoryNetwork network;
        final NodeJournal journal;
        final NodeLoop loop;

        Node(NodeName name, Function<Input, List<Effect>> rules) {
            HybridClock clock = new HybridClock();
            network = new MemoryNetwork(name, networks);
            journal = new NodeJournal(name.value(), 1, clock, null);
            loop = new NodeLoop(name, Machine.oneByOne(input -> {
                inputs.add(input);
                return rules.apply(input);
            }), new PeerCodec(List.of(Talk.class)), network, store, journal, clock, this);
            nodes.add(this);
            network.start(loop.listener());
            loop.start(new Input.Boot(name, 1, 1, List.of(RABBIT1, RABBIT2), Map.of(), null, Map.of(), true), this);
        }

        @Override
        public void serve() {
            serving.countDown();
        }

        @Override
        public void ended(Ending ending) {
            ended.complete(ending);
        }

        @Override
        public void log(String level, String text) {
            log.add(level + " " + text);
        }

        @Override
        public void deliver(List<Effect.ToClient> events) {
            delivered.add(events);
        }

        @Override
        public void closeConnections(int replyCode, String text) {
            log.add("close " + replyCode + " " + text);
        }

        <T extends Input> T next(Class<T> kind) throws InterruptedException {
            while (true) {
                Input input = inputs.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(input).as("an input of kind " + kind.getSimpleName()).isNotNull();
                if (kind.isInstance(input)) {
                    return kind.cast(input);
                }
            }
        }

        String nextWord() throws InterruptedException {
            return switch (next(Input.FromPeer.class).message()) {
                case Word(String text) -> text;
                case Other(String text) -> "other " + text;
                default -> "?";
            };
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Node each : nodes) {
            each.loop.kill();
        }
    }

    private static List<Effect> nothing(Input input) {
        return List.of();
    }

    private static Input ack(long tag) {
        return new Input.FromClient(1, 1, new ClientMethod.BasicAck(tag, false));
    }

    /// Sends a word for each acknowledgement of a client: even tags as {@link Other}.
    private static Function<Input, List<Effect>> talkative() {
        Map<NodeName, Long> links = new TreeMap<>();
        return input -> {
            if (input instanceof Input.PeerUp(var peer, _, long link)) {
                links.put(peer, link);
            }
            return input instanceof Input.FromClient(_, _, ClientMethod.BasicAck(long tag, _))
                    ? links.entrySet().stream().<Effect>map(each -> new Effect.Send(each.getKey(), each.getValue(),
                            tag % 2 == 0 ? new Other("" + tag) : new Word("" + tag))).toList()
                    : List.of();
        };
    }

    @Test
    void boot_is_the_first_input_even_when_the_network_was_faster() throws Exception {
        new Node(RABBIT1, NodeLoopTest::nothing);
        Node second = new Node(RABBIT2, NodeLoopTest::nothing);
        Input first = second.inputs.take();
        assertThat(first instanceof Input.Clock ? second.inputs.take() : first).isInstanceOf(Input.Boot.class);
        assertThat(second.next(Input.PeerUp.class).peer()).isEqualTo(RABBIT1);
    }

    @Test
    void effects_are_performed_in_order() throws Exception {
        Node node = new Node(RABBIT1, input -> switch (input) {
            case Input.Boot boot ->
                List.of(new Effect.Log("info", "booted"), new Effect.Happened(new Noted("info", "up")),
                        new Effect.Serve());
            case Input.FromClient client -> List.of(
                    new Effect.ToClient(1, 1, new ClientEvent.Confirmed(1, false)),
                    new Effect.CloseConnections(320, "shutdown"));
            default -> List.of();
        });
        assertThat(node.serving.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(node.log.take()).isEqualTo("info booted");
        assertThat(node.journal.read(0, 9, Duration.ZERO)).extracting(Entry::happening)
                .containsExactly(new Noted("info", "up"));
        node.loop.post(ack(1));
        assertThat(node.log.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo("close 320 shutdown");
        assertThat(node.delivered).hasSize(1);
    }

    @Test
    void what_waits_for_the_disk_shares_one_sync() throws Exception {
        Node node = new Node(RABBIT1,
                input -> input instanceof Input.FromClient(_, _, ClientMethod.BasicAck(long tag, _))
                        ? List.of(
                                new Effect.Persist(List.of(new StoreOperation.Put("queue/1", tag, Bytes.of("x"))), tag))
                        : List.of());
        node.store.syncs.drainPermits();
        node.loop.post(ack(1));
        assertThat(node.store.written.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        for (int i = 2; i <= 11; i++) {
            node.loop.post(ack(i));
        }
        node.loop.administer(new AdminCommand.ShowCluster());
        node.next(Input.Administer.class);
        node.store.syncs.release(1_000);
        assertThat(node.next(Input.Persisted.class).ticket()).isEqualTo(1);
        assertThat(node.next(Input.Persisted.class).ticket()).isEqualTo(11);
        assertThat(node.store.groups).containsExactly(1, 10);
    }

    @Test
    void a_message_that_is_held_comes_before_newer_ones_when_it_is_let_go() throws Exception {
        Node sender = new Node(RABBIT1, talkative());
        Node receiver = new Node(RABBIT2, NodeLoopTest::nothing);
        sender.next(Input.PeerUp.class);
        HoldByKind.Hold hold = new HoldByKind.Hold("Word", RABBIT1, 1);
        receiver.loop.intercept(new HoldByKind(List.of(hold)));
        for (int i = 1; i <= 6; i++) {
            sender.loop.post(ack(i));
        }
        assertThat(List.of(receiver.nextWord(), receiver.nextWord(), receiver.nextWord(), receiver.nextWord()))
                .containsExactly("1", "other 2", "other 4", "other 6");
        receiver.loop.intercept(new HoldByKind(List.of()));
        sender.loop.post(ack(7));
        assertThat(List.of(receiver.nextWord(), receiver.nextWord(), receiver.nextWord())).containsExactly("3", "5",
                "7");
    }

    @Test
    void held_messages_are_lost_with_their_link() throws Exception {
        Node sender = new Node(RABBIT1, talkative());
        Node receiver = new Node(RABBIT2, NodeLoopTest::nothing);
        sender.next(Input.PeerUp.class);
        receiver.loop.intercept(new HoldByKind(List.of(new HoldByKind.Hold("Word", null, 0))));
        sender.loop.post(ack(1));
        sender.loop.post(ack(2));
        assertThat(receiver.nextWord()).isEqualTo("other 2");
        sender.network.cut(RABBIT2, true, true);
        receiver.next(Input.PeerDown.class);
        sender.network.heal(RABBIT2);
        receiver.next(Input.PeerUp.class);
        sender.next(Input.PeerUp.class);
        receiver.loop.intercept(input -> true);
        sender.loop.post(ack(3));
        assertThat(receiver.nextWord()).isEqualTo("3");
    }

    @Test
    void a_timer_that_was_cancelled_or_set_anew_never_fires_late() throws Exception {
        Node node = new Node(RABBIT1, input -> switch (input) {
            case Input.Boot boot -> List.of(new Effect.SetTimer("a", Duration.ZERO),
                    new Effect.SetTimer("b", Duration.ZERO),
                    new Effect.SetTimer("c", Duration.ofDays(1)), new Effect.CancelTimer("a"),
                    new Effect.SetTimer("b", Duration.ofMillis(20)), new Effect.SetTimer("c", Duration.ofMillis(1)));
            default -> List.of();
        });
        assertThat(node.next(Input.TimerFired.class).timer()).isEqualTo("c");
        assertThat(node.next(Input.TimerFired.class).timer()).isEqualTo("b");
        node.loop.post(ack(1));
        node.next(Input.FromClient.class);
        assertThat(node.inputs).isEmpty();
    }

    @Test
    void a_peer_that_sends_no_frame_loses_its_link_and_gets_a_new_one() throws Exception {
        Node node = new Node(RABBIT1, NodeLoopTest::nothing);
        MemoryNetwork stranger = new MemoryNetwork(RABBIT2, networks);
        stranger.start(stranger.listener);
        Input.PeerUp up = node.next(Input.PeerUp.class);
        stranger.send(RABBIT1, up.link(), new byte[]{1, 2, 3});
        assertThat(node.next(Input.PeerDown.class)).isEqualTo(new Input.PeerDown(RABBIT2, up.link()));
        assertThat(node.next(Input.PeerUp.class).link()).isGreaterThan(up.link());
        assertThat(node.log.take()).contains("rabbit2@localhost sent what is not a frame")
                .contains("ends after 3 bytes");
    }

    @Test
    void a_machine_that_throws_ends_the_node_visibly() throws Exception {
        Node node = new Node(RABBIT1, input -> {
            if (input instanceof Input.FromClient) {
                throw new IllegalStateException("depth below zero");
            }
            return List.of();
        });
        CompletableFuture<AdminReply> unanswered = node.loop.administer(new AdminCommand.ShowCluster());
        node.loop.post(ack(77));
        Ending ending = node.ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(ending).isInstanceOfSatisfying(Ending.Crashed.class, crashed -> {
            assertThat(crashed.text()).contains("a bug").contains("deliveryTag=77");
            assertThat(crashed.cause()).hasMessage("depth below zero");
        });
        assertThat(unanswered.get()).isInstanceOf(AdminReply.Refused.class);
        node.loop.post(ack(78));
    }

    @Test
    void a_disk_that_fails_ends_the_node_visibly() throws Exception {
        Node node = new Node(RABBIT1, input -> input instanceof Input.FromClient
                ? List.of(new Effect.Persist(List.of(), 1))
                : List.of());
        node.store.failure = new IOException("no space left");
        node.loop.post(ack(1));
        assertThat(node.ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isInstanceOfSatisfying(Ending.Crashed.class,
                crashed -> assertThat(crashed.text()).isEqualTo("the disk failed: no space left"));
    }

    @Test
    void a_clean_stop_ends_after_everything_is_durable() throws Exception {
        Node node = new Node(RABBIT1, input -> input instanceof Input.Stop
                ? List.of(new Effect.PersistMetadata(Bytes.of("meta"), 1), new Effect.Stopped())
                : List.of());
        node.loop.post(new Input.Stop());
        assertThat(node.ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(new Ending.Stopped());
        assertThat(node.store.tables()).containsExactly("metadata");
    }

    @Test
    void a_boot_that_fails_ends_with_its_sentence() throws Exception {
        Node node = new Node(RABBIT1, input -> List.of(new Effect.BootFailed("the tables did not come")));
        assertThat(node.ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isEqualTo(new Ending.BootFailed("the tables did not come"));
    }

    @Test
    void clients_wait_for_a_place_while_the_loop_is_paused_and_peers_do_not() throws Exception {
        Node node = new Node(RABBIT1, NodeLoopTest::nothing);
        node.next(Input.Boot.class);
        node.loop.pause();
        CountDownLatch posted = new CountDownLatch(2 * Inbox.PLACES_FOR_CLIENTS);
        Thread client = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 2 * Inbox.PLACES_FOR_CLIENTS; i++) {
                    node.loop.post(ack(i));
                    posted.countDown();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (client.getState() != Thread.State.WAITING || posted.getCount() > Inbox.PLACES_FOR_CLIENTS) {
            Thread.onSpinWait();
        }
        assertThat(posted.getCount()).isBetween((long) Inbox.PLACES_FOR_CLIENTS - 256 - 1,
                (long) Inbox.PLACES_FOR_CLIENTS);
        node.loop.listener().peerUp(RABBIT2, 1, 1);
        node.loop.resume();
        assertThat(posted.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_killed_node_stops_between_two_runs_and_lets_its_clients_go() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Node node = new Node(RABBIT1, input -> {
            if (input instanceof Input.FromClient) {
                inside.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return List.of(new Effect.ToClient(1, 1, new ClientEvent.QosOk()));
        });
        node.loop.post(ack(1));
        inside.await();
        node.loop.post(ack(2));
        node.delivered.clear();
        Thread killer = Thread.ofVirtual().start(() -> {
            try {
                node.loop.kill();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (killer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        go.countDown();
        assertThat(node.ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(new Ending.Killed());
        assertThat(node.inputs).filteredOn(each -> each instanceof Input.FromClient).hasSize(1);
        assertThat(node.delivered).isEmpty();
        node.loop.post(ack(3));
    }

    @Test
    void two_quiet_nodes_agree_on_what_was_sent_and_received() throws Exception {
        Function<Input, List<Effect>> talk = talkative();
        Node first = new Node(RABBIT1, input -> input instanceof Input.Administer(long request, _)
                ? List.of(new Effect.Answer(request, new AdminReply.Activity(List.of("busy with " + request))))
                : input instanceof Input.Boot
                        ? List.of(new Effect.SetTimer("lookup", Duration.ofDays(1)),
                                new Effect.SetTimer("housekeeping/ping", Duration.ofDays(1)))
                        : talk.apply(input));
        Node second = new Node(RABBIT2, input -> input instanceof Input.Administer(long request, _)
                ? List.of(new Effect.Answer(request, new AdminReply.Activity(List.of())))
                : List.of());
        first.next(Input.PeerUp.class);
        for (int i = 1; i <= 1_000; i++) {
            first.loop.post(ack(i));
        }
        for (int i = 1; i <= 1_000; i++) {
            second.nextWord();
        }
        Activity sender = first.loop.activity().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        Activity receiver = second.loop.activity().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(sender.sent().get("rabbit2@localhost").count()).isEqualTo(1_000);
        assertThat(receiver.received()).containsEntry("rabbit1@localhost", sender.sent().get("rabbit2@localhost"));
        assertThat(sender.timers()).containsExactly("lookup");
        assertThat(sender.busy()).hasSize(1);
        assertThat(sender.mailbox()).isZero();
        assertThat(first.network.sent.size()).isLessThanOrEqualTo(1_000);
    }
}
