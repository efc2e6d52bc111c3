package mirrorlab.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.broker.Run;
import mirrorlab.journal.Happening;
import mirrorlab.journal.HybridClock;
import mirrorlab.journal.NodeJournal;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The loop of one node: takes inputs in order of arrival, hands each to the machine unless the interceptor keeps it
/// back, and performs the effects in order. One thread at a time does that, whose turn it is: the loop's own, `node-<short
/// name>`, or one that has just brought an input and found nobody at it, which saves a change of threads. A paused loop
/// holds up who helps it.
///
/// Inputs are worked off in runs; plain ones are handed to the machine together. What a run has for peers, clients and
/// administrators leaves at its end, peers first, so that many messages share a frame and a socket is flushed once. A
/// machine that throws has a bug: the node ends visibly, with the input in its log. The loop never waits for anything but
/// its next input.
public final class NodeLoop implements Mailbox {
    public static final String METADATA_TABLE = "metadata";
    public static final long METADATA_KEY = 0;
    /// Inputs in a run: about 2 ms of work, which is what sharing frames and flushes may cost the first of them.
    private static final int RUN = 256;
    /// Plain inputs that the machine takes together: enough to share what it does once, few enough to keep peers busy meanwhile.
    private static final int TOGETHER = 64;
    private static final int WORDS_OF_AN_INPUT = 2_000;

    private final NodeName name;
    private final Machine machine;
    private final Network network;
    private final NodeJournal journal;
    private final NodeHost host;
    private final Thread thread;
    private final Inbox inbox = new Inbox();
    /// Who has it owns the machine and everything here that is not said to be safe for several threads.
    private final ReentrantLock turn = new ReentrantLock();
    private final Questions questions = new Questions();
    private final Timers timers;
    private final StoreWriter store;
    private final Outbox outbox;
    private final Network.Listener ear;

    private final Links links = new Links();
    private final Map<NodeName, Long> condemned = new TreeMap<>();
    private final List<Input> held = new ArrayList<>();
    private final Performer performer;
    private Interceptor interceptor = input -> true;
    private Input.@Nullable Boot boot;
    private @Nullable Ending ending;
    private long told;
    private int leftOfRun;
    private int sinceFlush;
    private boolean ready;
    private final List<Inbox.Item> run = new ArrayList<>();
    /// What the machine has still to take.
    private Run together = new Run();

    /// @param network
    ///            not started yet; {@link #listener} is what it shall report to
    /// @param store
    ///            used by the store's thread from {@link #start} on
    public NodeLoop(NodeName name, Machine machine, PeerCodec codec, Network network, Store store, NodeJournal journal,
            HybridClock clock, NodeHost host) {
        this.name = name;
        this.machine = machine;
        this.network = network;
        this.journal = journal;
        this.host = host;
        this.thread = Thread.ofPlatform().name("node-" + name.shortName()).unstarted(this::run);
        this.timers = new Timers(thread.getName() + "-timers", inbox);
        this.store = new StoreWriter(thread.getName() + "-store", store,
                this::persisted, this::diskFailed);
        this.outbox = new Outbox(network, codec, clock);
        this.performer = new Performer(outbox, this.store, timers, journal, questions, host);
        this.ear = new Ear(inbox, codec, clock, this::help,
                (peer, missing) -> journal.append(new Happening.PeerSuspected(name, peer, missing)));
    }

    /// Takes `first` as the first input, before anything that the network has reported already.
    public void start(Input.Boot first, ClientDoor door) {
        boot = first;
        performer.serve(door);
        store.start();
        thread.start();
    }

    /// May be called by the network before the start.
    public Network.Listener listener() {
        return ear;
    }

    @Override
    public void post(Input input) throws InterruptedException {
        inbox.putFromDoor(input, false);
    }

    @Override
    public void postQuietly(Input input) throws InterruptedException {
        inbox.putFromDoor(input, true);
    }

    /// Works off one run on the calling thread when it is nobody's turn; what is left after that is the loop thread's.
    @Override
    public void help() {
        if (turn.isHeldByCurrentThread() || !turn.tryLock()) {
            return; // whose turn it is looks again afterwards
        }
        boolean interrupted = Thread.interrupted(); // meant for the helper's own waiting
        try {
            if (ready) {
                workOff();
            }
        } finally {
            turn.unlock();
            inbox.wake();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void persisted(long ticket) {
        inbox.putQuietly(new Inbox.Plain(new Input.Persisted(ticket)));
        help();
    }

    /// What the node uses has changed. Safe for several threads.
    public void measured(Input news) {
        inbox.put(new Inbox.Plain(news));
    }

    /// Asks the machine. Safe for several threads.
    ///
    /// @return completed with {@link AdminReply.Refused} `nodedown` when the node ends before it has answered
    public CompletableFuture<AdminReply> administer(AdminCommand command) throws InterruptedException {
        Questions.Question question = questions.ask();
        if (!inbox.putFromDoor(new Input.Administer(question.number(), command), false)) {
            refuseQuestions();
        }
        return question.answer();
    }

    /// Replaces the interceptor; what was held and passes now goes first. Safe for several threads.
    public void intercept(Interceptor next) {
        inbox.put(new Inbox.Task(() -> {
            interceptor = next;
            List<Input> again = List.copyOf(held);
            held.clear();
            again.forEach(this::offer);
        }));
    }

    /// A snapshot between two inputs. Safe for several threads.
    ///
    /// @return completed with an IllegalStateException when the node has ended
    public CompletableFuture<Activity> activity() {
        CompletableFuture<Activity> snapshot = new CompletableFuture<>();
        Questions.Question question = questions.ask();
        question.answer().whenComplete((reply, failure) -> {
            if (reply instanceof AdminReply.Activity(List<String> busy)) {
                snapshot.complete(new Activity(outbox.counts(), links.counts(), inbox.size() + leftOfRun, held.size(),
                        store.pending(), timers.armed(), busy, journal.flush()));
            } else {
                snapshot.completeExceptionally(new IllegalStateException(name + " does not tell: " + reply));
            }
        });
        if (!inbox.put(new Inbox.Plain(new Input.Administer(question.number(), new AdminCommand.ShowActivity())))) {
            refuseQuestions();
        }
        return snapshot;
    }

    /// Stops dead before the next input, until {@link #resume}. Safe for several threads.
    public void pause() {
        inbox.pause(true);
    }

    public void resume() {
        inbox.pause(false);
    }

    /// Ends before the next input; what waits for the store is dropped. Returns when both threads have ended. Safe for
    /// several threads, but not for the loop's own.
    public void kill() throws InterruptedException {
        inbox.end();
        store.end(true);
        thread.join();
        store.join();
    }

    private void run() {
        turn.lock();
        try {
            begin();
            while (ending == null && awaited()) {
                workOff();
            }
            end(ending == null ? new Ending.Killed() : ending);
        } finally {
            turn.unlock();
        }
    }

    private void begin() {
        try {
            feed(Objects.requireNonNull(boot));
            flush();
            ready = true;
        } catch (RuntimeException | Error e) {
            ending = new Ending.Crashed("a bug: the node's loop cannot begin", e);
        }
    }

    /// Gives the turn away until there is something to do.
    private boolean awaited() {
        turn.unlock();
        try {
            return inbox.await();
        } finally {
            turn.lock();
        }
    }

    /// One run.
    private void workOff() {
        try {
            leftOfRun = ending == null && inbox.take(run, RUN) ? run.size() : 0;
            for (Inbox.Item each : run) {
                if (ending != null || !inbox.goesOn()) {
                    break;
                }
                leftOfRun--;
                take(each);
            }
            run.clear();
            if (inbox.goesOn()) {
                work();
                if (inbox.goesOn()) {
                    flush();
                }
            }
        } catch (RuntimeException | Error e) {
            ending = new Ending.Crashed("a bug: the node's loop cannot go on", e);
        }
        if (ending != null) {
            inbox.end();
        }
    }

    private void end(Ending why) {
        inbox.end();
        timers.close();
        store.end(!(why instanceof Ending.Stopped));
        try {
            store.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        refuseQuestions();
        host.ended(why);
    }

    private void refuseQuestions() {
        questions.refuseAll("unable to perform an operation on node '" + name + "'");
    }

    private void take(Inbox.Item item) {
        switch (item) {
            case Inbox.FromDoor(Input input) -> offer(input);
            case Inbox.Plain(Input.PeerUp up) -> peerUp(up);
            case Inbox.Plain(Input.PeerDown down) -> peerDown(down);
            case Inbox.Plain(Input input) -> offer(input);
            case Inbox.Frame frame -> frame(frame);
            case Inbox.Malformed malformed -> condemn(malformed);
            case Inbox.Due due -> {
                work();
                if (timers.fires(due)) {
                    offer(new Input.TimerFired(due.timer()));
                }
            }
            case Inbox.Task(Runnable action) -> {
                work();
                action.run();
            }
        }
    }

    private void peerUp(Input.PeerUp up) {
        work();
        links.up(up.peer(), up.link());
        outbox.up(up.peer(), up.link());
        offer(up);
    }

    private void peerDown(Input.PeerDown down) {
        work();
        if (condemned.remove(down.peer(), down.link())) {
            network.heal(down.peer());
        } else if (links.isPresent(down.peer(), down.link())) {
            forget(down);
            offer(down);
        }
    }

    /// Nothing of an old link arrives after its end, so what was held is lost like what was on the wire.
    private void forget(Input.PeerDown down) {
        links.down(down.peer());
        outbox.down(down.peer());
        held.removeIf(each -> each instanceof Input.FromPeer message && message.peer().equals(down.peer())
                && message.link() == down.link());
    }

    private void frame(Inbox.Frame frame) {
        if (links.isPresent(frame.peer(), frame.link())) {
            for (int i = 0; i < frame.messages().size() && ending == null && inbox.goesOn(); i++) {
                links.count(frame.peer());
                offer(new Input.FromPeer(frame.peer(), frame.link(), frame.messages().get(i)));
            }
        }
    }

    /// A peer that sends what is no frame is cut off; when both have noticed, a new link follows.
    private void condemn(Inbox.Malformed malformed) {
        work();
        if (links.isPresent(malformed.peer(), malformed.link())) {
            host.log("error", malformed.peer() + " sent what is not a frame, its link is dropped: " + malformed.why());
            Input.PeerDown down = new Input.PeerDown(malformed.peer(), malformed.link());
            condemned.put(malformed.peer(), malformed.link());
            network.cut(malformed.peer(), true, true);
            forget(down);
            offer(down);
        }
    }

    private void offer(Input input) {
        if (interceptor.passes(input)) {
            feed(input);
        } else {
            held.add(input);
        }
    }

    private void feed(Input input) {
        if (ending == null && (!together.add(input) || together.size() >= TOGETHER)) {
            work();
        }
    }

    /// Hands what waits to the machine.
    private void work() {
        if (together.isEmpty() || ending != null) {
            return;
        }
        Run run = together;
        together = new Run();
        try {
            long millis = System.currentTimeMillis();
            if (millis != told) {
                machine.on(Run.of(new Input.Clock(millis)));
                told = millis;
            }
            for (Effect each : machine.on(run)) {
                Ending end = performer.perform(each);
                ending = end == null ? ending : end;
            }
            sinceFlush += run.size();
            if (sinceFlush >= RUN) {
                flush();
            }
        } catch (RuntimeException | Error e) {
            String words = run.inputs().getLast().toString();
            ending = new Ending.Crashed("a bug: the node cannot go on after " + (words.length() <= WORDS_OF_AN_INPUT
                    ? words
                    : words.substring(0, WORDS_OF_AN_INPUT) + "…"), e);
        }
    }

    private void flush() {
        sinceFlush = 0;
        performer.flush();
    }

    private void diskFailed(IOException failure) {
        Ending end = new Ending.Crashed("the disk failed: " + failure.getMessage(), failure);
        inbox.put(new Inbox.Task(() -> ending = end));
    }
}
