package mirrorlab.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.vocabulary.NodeName;

/// How long a publisher on a surviving node waits when the master's process gets SIGKILL: from just before the signal
/// to the first confirm after the longest silence. That silence begins with the signal or a few confirms later, which
/// were on their way; what a busy machine interrupts later is another matter. Then the same signal for the master's node of
/// many queues: until the last of them is promoted ({@link ManyQueues}).
public final class FailoverBench {
    private static final int WARM = 100;
    private static final int AFTER = 50;
    private static final long BEGINS_WITHIN_NANOS = 100_000_000;
    private static final long SECONDS = 60;
    private static final double MILLISECOND = 1e6;
    private static final double ALL_PROMOTED_MILLIS = 1_000;
    private final LiveLab lab;
    private final int rounds;
    private final int queues;

    /// @param lab
    ///            with nodes as processes, all serving
    /// @param queues
    ///            that lose their master at once
    public FailoverBench(LiveLab lab, int rounds, int queues) {
        this.lab = lab;
        this.rounds = rounds;
        this.queues = queues;
    }

    public BenchResult run() throws IOException, NotPossible, InterruptedException {
        List<Figure> figures = new ArrayList<>(one());
        figures.addAll(many());
        return new BenchResult("failover", figures, List.of());
    }

    private List<Figure> many() throws IOException, NotPossible, InterruptedException {
        ManyQueues many = new ManyQueues(lab, queues);
        List<ManyQueues.Fall> falls = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            falls.add(many.fall());
        }
        return List.of(
                Figure.of("SIGKILL of a node to the last of " + queues + " promotions", "ms",
                        falls.stream().map(ManyQueues.Fall::promoted).toList()).promised(ALL_PROMOTED_MILLIS),
                Figure.of("  each of them asked at a survivor's AMQP door", "ms",
                        falls.stream().map(ManyQueues.Fall::served).toList())
                        .noting("every queue with all its " + ManyQueues.MESSAGES + " messages"));
    }

    private List<Figure> one() throws IOException, NotPossible, InterruptedException {
        BenchQueue queue = BenchQueue.declare(lab);
        List<Double> silences = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            NodeName master = queue.master();
            try (OneAtATime publisher = new OneAtATime(queue.connect(survivor(master), "bench publisher"))) {
                silences.add(kill(master, publisher, usual));
                publisher.purge();
            }
            await(lab.cluster().start(master).toCompletableFuture(), master + " did not start again");
            queue.awaitMirrors();
        }
        return List.of(
                Figure.of("SIGKILL of the master to the next confirm", "ms", silences).promised(100)
                        .beside("123 to 145 ms"),
                Figure.of("one confirm before, publisher on a mirror's node", "ms", usual));
    }

    private NodeName survivor(NodeName master) throws IOException {
        return lab.cluster().answering().stream().filter(each -> !each.equals(master)).findFirst()
                .orElseThrow(() -> new IOException("no node but the master answers"));
    }

    private double kill(NodeName master, OneAtATime publisher, List<Double> usual)
            throws IOException, NotPossible, InterruptedException {
        publisher.await(WARM, 0);
        long before = System.nanoTime();
        CompletableFuture<Void> dead = lab.cluster().kill(List.of(master)).toCompletableFuture();
        publisher.await(AFTER, before + BEGINS_WITHIN_NANOS);
        publisher.stop();
        await(dead, master + " did not die");
        List<Long> confirms = publisher.confirms();
        usual.add(pace(confirms, before));
        return (endOfLongestSilence(confirms, before) - before) / MILLISECOND;
    }

    /// The median time between two confirms before the signal, in milliseconds.
    private static double pace(List<Long> confirms, long before) {
        List<Double> times = new ArrayList<>();
        for (int i = 1; i < confirms.size() && confirms.get(i) < before; i++) {
            times.add((confirms.get(i) - confirms.get(i - 1)) / MILLISECOND);
        }
        return Figure.percentile(times, 50);
    }

    /// The moment of the confirm that ended the longest wait of those that began with the signal or soon after it.
    static long endOfLongestSilence(List<Long> confirms, long signal) {
        long longest = -1;
        long end = signal;
        long last = signal;
        for (long each : confirms) {
            if (each < signal || last - signal > BEGINS_WITHIN_NANOS) {
                continue;
            }
            if (each - last > longest) {
                longest = each - last;
                end = each;
            }
            last = each;
        }
        return end;
    }

    static void await(CompletableFuture<?> event, String otherwise) throws IOException, InterruptedException {
        try {
            event.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(otherwise + ": " + e, e);
        }
    }
}
