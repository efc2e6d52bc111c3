package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.vocabulary.NodeName;

/// A long run at full rate: a queue on all nodes, one publisher, one consumer, and every few seconds a look at what each node
/// uses. Nothing of it may grow.
public final class Soak {
    private static final int MOST_SAMPLES = 60;
    private static final long EVERY_AT_LEAST_NANOS = TimeUnit.SECONDS.toNanos(4);
    /// A node that works at full rate on a busy machine may take its time.
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final double SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;
    private final LiveLab lab;
    private final long nanos;
    private final int body;
    private final Consumer<String> told;

    /// @param lab
    ///            all of whose nodes serve
    /// @param length
    ///            half a minute or more
    /// @param body
    ///            of a message, in bytes
    /// @param told
    ///            gets a line for each sample
    public Soak(LiveLab lab, Duration length, int body, Consumer<String> told) {
        this.lab = lab;
        this.nanos = length.toNanos();
        this.body = body;
        this.told = told;
    }

    /// @throws IOException
    ///             a node, the publisher or the consumer ended before, or the system does not tell
    public SoakResult run() throws IOException, NotPossible, InterruptedException {
        BenchQueue queue = BenchQueue.declare(lab);
        long every = Math.max(EVERY_AT_LEAST_NANOS, nanos / MOST_SAMPLES);
        List<SoakSample> samples = new ArrayList<>();
        try (SoakLoad load = SoakLoad.start(queue, body)) {
            long begun = System.nanoTime();
            long before = begun;
            long published = 0;
            long consumed = 0;
            while (before - begun + every <= nanos) {
                TimeUnit.NANOSECONDS.sleep(before + every - System.nanoTime());
                load.check();
                long now = System.nanoTime();
                long publishedNow = load.confirmed();
                long consumedNow = load.acknowledged();
                double seconds = (now - before) / SECOND;
                samples.add(sample(queue, (now - begun) / SECOND, (publishedNow - published) / seconds,
                        (consumedNow - consumed) / seconds));
                told.accept(samples.getLast().text());
                before = now;
                published = publishedNow;
                consumed = consumedNow;
            }
        }
        return new SoakResult(samples, body);
    }

    private SoakSample sample(BenchQueue queue, double seconds, double published, double consumed)
            throws IOException, NotPossible {
        BenchQueue.Depth depth = queue.depth();
        List<SoakSample.Node> nodes = new ArrayList<>();
        for (NodeName each : lab.nodes()) {
            long process = lab.cluster().processId(each);
            double resident = Memory.of(List.of(process)).resident(); // before the collection gives something back
            nodes.add(new SoakSample.Node(each.shortName(), heap(each) / MEBIBYTE, resident,
                    FilesOf.node(lab.cluster().folder(each), process) / MEBIBYTE));
        }
        return new SoakSample(seconds, published, consumed, depth.ready(), depth.all(), nodes, own() / MEBIBYTE);
    }

    private long heap(NodeName node) throws IOException {
        NodeApi.Reply reply = lab.cluster().api(node).ask("POST", "/api/lab/collect",
                JsonNodeFactory.instance.objectNode(), PATIENCE);
        if (!reply.isOk()) {
            throw new IOException(node + " answered with status " + reply.status() + ": " + reply.body());
        }
        return reply.body().path("heap").asLong();
    }

    private static long own() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
