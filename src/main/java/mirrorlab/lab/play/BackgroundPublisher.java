package mirrorlab.lab.play;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ReturnCallback;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.PublisherSettings;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Publishes p1, p2, … until it is stopped or its connection ends; one that reconnects goes on at another node. What it
/// was nacked, or what had no answer when the connection broke, it publishes again when it is told to: then a message
/// can be there twice, and none is missing.
final class BackgroundPublisher {
    private static final long LAST_ANSWERS_NANOS = 20_000_000_000L;
    /// After a nack: the queue would most likely refuse at once again.
    private static final long BEFORE_RESENDING_NANOS = 100_000_000;
    private static final long ROOM_NANOS = 50_000_000;
    /// Behind its rate by more than this, a publisher does not catch up.
    private static final long MOST_BEHIND_NANOS = 1_000_000_000;
    private static final double NAMED_AHEAD_SECONDS = 0.1;
    private final Stage stage;
    private final QueueName queue;
    private final Words words;
    private final boolean reconnects;
    private final Home home;
    private final Pause pause = new Pause();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong resent = new AtomicLong();
    private final AtomicLong confirmed = new AtomicLong();
    private final AtomicLong nacked = new AtomicLong();
    private final AtomicLong returned = new AtomicLong();
    private final RateMeter rate = new RateMeter(System.nanoTime());
    private final ArrayDeque<String> again = new ArrayDeque<>();
    private long againFrom;
    private long nextNumber = 1;
    private long due = System.nanoTime();
    private volatile PublisherSettings settings;
    private volatile Link link;
    private volatile @Nullable Confirms confirms;
    private volatile @Nullable StepFault fault;
    private volatile boolean reopens;

    /// @param name
    ///            in the scenario
    /// @param body
    ///            what bodies begin with; numbers follow
    record Words(String name, String body, int size, boolean mandatory) {}

    private BackgroundPublisher(Stage stage, Words words, QueueName queue, NodeName node, PublisherSettings settings,
            boolean reconnects, double patience) throws StepFault {
        this.stage = stage;
        this.words = words;
        this.queue = queue;
        this.settings = settings;
        this.reconnects = reconnects;
        home = new Home(stage, words.name(), queue.vhost(), "publisher " + words.name(), pause, node);
        link = home.open(patience);
        attach(link, patience);
    }

    /// Connects; nothing is published before {@link #start}.
    static BackgroundPublisher open(Stage stage, Words words, QueueName queue, NodeName node,
            PublisherSettings settings, boolean reconnects, double patience) throws StepFault {
        return new BackgroundPublisher(stage, words, queue, node, settings, reconnects, patience);
    }

    private void attach(Link fresh, double patience) throws StepFault {
        String key = Tally.key(queue.vhost(), queue.name());
        ReturnCallback unrouted = message -> returned.incrementAndGet();
        fresh.channel().addReturnListener(unrouted);
        confirms = settings.confirm()
                ? fresh.ask(patience, () -> new Confirms(fresh.channel(), settings.inFlight(), body -> {
                    confirmed.incrementAndGet();
                    stage.tally().confirmed(key, body);
                }, this::refused))
                : null;
    }

    private void refused(String body) {
        nacked.incrementAndGet();
        if (settings.resend()) {
            synchronized (again) {
                again.add(body);
                againFrom = System.nanoTime() + BEFORE_RESENDING_NANOS;
            }
            pause.wake();
        }
    }

    void start() {
        Thread.ofVirtual().name("lab-publisher").start(this::run);
    }

    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn && !pause.isStopped()) {
                StepFault broken = publish();
                goesOn = broken == null ? reopen() : reconnect(broken);
            }
            awaitLastAnswers();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopped.countDown();
        }
    }

    /// Until it was stopped, told to open another connection, or the connection broke.
    private @Nullable StepFault publish() throws InterruptedException {
        Link now = link;
        Naming naming = new Naming(stage, now, queue, words.body(), nextNumber, Long.MAX_VALUE, namedAhead());
        try {
            while (!pause.isStopped() && !reopens) {
                if (pause.isPaused()) {
                    naming.unsent(nextNumber);
                }
                if (pause.awaitTurn(nextTurn())) {
                    one(now, naming);
                }
            }
            return null;
        } catch (IOException | RuntimeException e) {
            return ClientFaults.of(e, 0);
        } catch (StepFault e) {
            return e;
        } finally {
            naming.unsent(nextNumber);
        }
    }

    private long namedAhead() {
        double wanted = settings.rate();
        return wanted <= 0 ? Long.MAX_VALUE : (long) (wanted * NAMED_AHEAD_SECONDS);
    }

    private long nextTurn() {
        long now = System.nanoTime();
        due = Math.max(due, now - MOST_BEHIND_NANOS);
        synchronized (again) {
            return again.isEmpty() ? due : Math.max(due, againFrom);
        }
    }

    private void one(Link now, Naming naming) throws StepFault, IOException, InterruptedException {
        String repeated;
        synchronized (again) {
            repeated = again.peek();
        }
        String body = repeated == null ? words.body() + nextNumber : repeated;
        Confirms counting = confirms;
        if (counting != null && !counting.reserve(body, System.nanoTime() + ROOM_NANOS)) {
            return; // no room yet
        }
        if (repeated == null) {
            naming.before(nextNumber);
        } else {
            synchronized (again) {
                again.remove();
            }
            naming.again(Long.parseLong(body.substring(words.body().length())), nextNumber);
            resent.incrementAndGet();
        }
        AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                .deliveryMode(settings.persistent() ? 2 : 1).build();
        try {
            now.channel().basicPublish("", queue.name(), words.mandatory(), properties, Body.of(body, words.size()));
        } catch (IOException | RuntimeException e) {
            if (repeated != null) {
                naming.againUnsent();
            }
            throw e;
        }
        published.incrementAndGet();
        rate.count(System.nanoTime());
        nextNumber += repeated == null ? 1 : 0;
        due += settings.rate() <= 0 ? 0 : (long) (1e9 / settings.rate());
    }

    private boolean reopen() throws InterruptedException {
        if (pause.isStopped()) {
            return false;
        }
        reopens = false;
        awaitLastAnswers();
        link.close();
        return connect(false);
    }

    private boolean reconnect(StepFault broken) throws InterruptedException {
        home.lost(broken);
        fault = broken;
        link.abort();
        Confirms unanswered = confirms;
        if (unanswered != null && settings.resend()) {
            synchronized (again) {
                again.addAll(unanswered.takeUnanswered());
                again.remove(words.body() + nextNumber); // it was not sent yet
            }
        }
        return reconnects && connect(true);
    }

    private boolean connect(boolean elsewhere) throws InterruptedException {
        Link fresh = home.find(elsewhere, candidate -> attach(candidate, 5));
        if (fresh == null) {
            return false;
        }
        link = fresh;
        fault = null;
        due = System.nanoTime();
        return true;
    }

    private void awaitLastAnswers() throws InterruptedException {
        Confirms waiting = confirms;
        if (waiting != null && fault == null) {
            try {
                waiting.awaitAll(System.nanoTime() + LAST_ANSWERS_NANOS);
            } catch (StepFault e) {
                fault = e;
            }
        }
    }

    /// @param node
    ///            null to stay
    void edit(PublisherSettings wanted, @Nullable NodeName node) {
        boolean otherChannel = wanted.confirm() != settings.confirm() || node != null && !node.equals(home.node());
        settings = wanted;
        Confirms counting = confirms;
        if (counting != null) {
            counting.inFlight(wanted.inFlight());
        }
        if (node != null) {
            home.move(node);
        }
        due = System.nanoTime();
        reopens = otherChannel;
        pause.wake();
    }

    void pause(boolean wanted) {
        pause.pause(wanted);
    }

    /// Does it publish all the while?
    boolean isPublishing() {
        return stopped.getCount() > 0 && !pause.isPaused();
    }

    void stop() {
        pause.stop();
    }

    /// Waits for the last answers.
    void awaitStopped() throws InterruptedException {
        stopped.await(LAST_ANSWERS_NANOS * 2, TimeUnit.NANOSECONDS);
        link.close();
    }

    PublisherSettings settings() {
        return settings;
    }

    LabClient.Publisher look() {
        Confirms counting = confirms;
        long waiting = counting == null ? 0 : counting.unanswered();
        return new LabClient.Publisher(words.name(), queue, home.standing(), settings, published.get(), resent.get(),
                confirmed.get(), nacked.get(), returned.get(), waiting, rate.perSecond(System.nanoTime()));
    }

    @Nullable
    StepFault fault() {
        return fault;
    }
}
