package mirrorlab.amqp;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.node.Mailbox;

/// A small single node for the door's tests: a bounded mailbox, one loop thread, {@link Queues} as its machine.
final class QueueNode implements Mailbox, AutoCloseable {
    private static final int RUN = 256;

    final AmqpDoor door;
    final int port;
    final List<Input> connectionInputs = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Input> mailbox = new ArrayBlockingQueue<>(10_000);
    private final Queues queues = new Queues();
    private final Thread loop;
    private volatile boolean ended;
    volatile Predicate<Input> holding = _ -> false;

    QueueNode(AmqpSettings settings) throws Exception {
        door = new AmqpDoor(settings, this, new OneUser());
        port = door.start();
        loop = Thread.ofPlatform().daemon().name("node-test-loop").start(this::run);
        door.setServing(true);
    }

    static AmqpSettings settings() {
        return AmqpSettings.of("rabbit1@localhost", 0, "0.1.0");
    }

    @Override
    public void post(Input input) throws InterruptedException {
        if (!ended) {
            mailbox.put(input);
        }
    }

    /// Runs something on the loop, as a machine's own decision would.
    void onLoop(Consumer<List<Effect.ToClient>> decision) throws Exception {
        var done = new CompletableFuture<Void>();
        decisions.add(new Decision(decision, done));
        mailbox.put(new Input.TimerFired("decide"));
        done.get(60, TimeUnit.SECONDS);
    }

    /// Waits for an input that tells of connections.
    <T extends Input> T awaitInput(Class<T> type, Predicate<T> which) throws Exception {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (System.nanoTime() < deadline) {
            for (var input : connectionInputs) {
                if (type.isInstance(input) && which.test(type.cast(input))) {
                    return type.cast(input);
                }
            }
            seen.poll(100, TimeUnit.MILLISECONDS);
        }
        throw new TimeoutException("no " + type.getSimpleName() + " among " + connectionInputs);
    }

    /// Waits until no connection is left and the loop knows of their ends.
    void awaitNoConnections() throws Exception {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        while (door.connectionCount() > 0) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(door.connectionCount() + " connections are left");
            }
            seen.poll(20, TimeUnit.MILLISECONDS);
        }
        if (!ended) {
            onLoop(_ -> {}); // what they had posted was taken
        }
    }

    private record Decision(Consumer<List<Effect.ToClient>> decision, CompletableFuture<Void> done) {}

    private final BlockingQueue<Decision> decisions = new java.util.concurrent.LinkedBlockingQueue<>();
    private final BlockingQueue<Input> seen = new java.util.concurrent.LinkedBlockingQueue<>();

    private void run() {
        var inputs = new ArrayList<Input>();
        var effects = new ArrayList<Effect.ToClient>();
        try {
            while (!ended) {
                inputs.add(mailbox.take());
                mailbox.drainTo(inputs, RUN);
                for (var input : inputs) {
                    handle(input, effects);
                }
                door.deliver(effects);
                effects.clear();
                inputs.clear();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Input input, List<Effect.ToClient> effects) {
        switch (input) {
            case Input.TimerFired _ -> {
                var decision = decisions.remove();
                decision.decision.accept(effects);
                decision.done.complete(null);
            }
            case Input.ConnectionOpened _,Input.ConnectionClosed _ -> {
                connectionInputs.add(input);
                seen.add(input);
                queues.on(input, effects);
            }
            default -> {
                if (!holding.test(input)) {
                    queues.on(input, effects);
                }
            }
        }
    }

    void endLoop() {
        ended = true;
        loop.interrupt();
        mailbox.clear();
    }

    @Override
    public void close() {
        door.stop();
        endLoop();
    }
}
