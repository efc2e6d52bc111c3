package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.host.Cluster;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What the steps of one scenario share: the cluster, connections and consumers that stay open, and what was published
/// so far.
final class Stage implements AutoCloseable {
    private static final double CHANNEL_KNOWN_WITHIN = 5;
    private static final double OPENS_WITHIN = 1;
    private final Cluster cluster;
    private final Views views;
    private final Roles roles;
    private final Foresight foresight;
    private final LabChannels channels;
    private final Consumer<Happening> happened;
    private final Tally tally = new Tally();
    private final Map<String, Link> connections = new ConcurrentSkipListMap<>();
    private final Map<String, Subscriber> consumers = new ConcurrentSkipListMap<>();
    private final Map<String, BackgroundPublisher> publishers = new ConcurrentSkipListMap<>();
    private final Map<String, LabClient> stoppedPublishers = new ConcurrentSkipListMap<>();
    private final Map<String, LabClient> stoppedConsumers = new ConcurrentSkipListMap<>();

    Stage(Cluster cluster, LabChannels channels, Consumer<Happening> happened) {
        this.cluster = cluster;
        this.channels = channels;
        this.happened = happened;
        views = new Views(cluster);
        roles = new Roles(cluster, views);
        foresight = new Foresight(cluster);
    }

    Cluster cluster() {
        return cluster;
    }

    Views views() {
        return views;
    }

    Foresight foresight() {
        return foresight;
    }

    Tally tally() {
        return tally;
    }

    Map<String, Link> connections() {
        return connections;
    }

    Map<String, Subscriber> consumers() {
        return consumers;
    }

    Map<String, BackgroundPublisher> publishers() {
        return publishers;
    }

    /// Does a publisher of the scenario go on while steps are played?
    boolean isPublishing() {
        return publishers.values().stream().anyMatch(BackgroundPublisher::isPublishing)
                || consumers.values().stream().anyMatch(Subscriber::isWorking);
    }

    /// The node of a field, or the first running one.
    NodeName node(StepFields step, ObjectNode result) throws StepFault {
        return step.has("node") ? roles.node(step.text("node"), result) : roles.firstRunning();
    }

    NodeName node(String said, ObjectNode result) throws StepFault {
        return roles.node(said, result);
    }

    Link open(NodeName node, String vhost, String purpose, double seconds) throws StepFault {
        return Link.open(node, cluster.amqpPort(node), vhost, purpose, seconds);
    }

    /// Does something with a connection: a new one that is closed at the end, or the kept one that the step names.
    void withLink(StepFields step, ObjectNode result, String purpose, LinkWork work) throws StepFault {
        double seconds = step.seconds("timeout");
        if (step.has("connection")) {
            Link kept = connections.get(step.text("connection"));
            if (kept == null || !kept.isOpen()) {
                kept = open(node(step, result), step.text("vhost"), purpose, opensWithin(seconds));
                connections.put(step.text("connection"), kept);
            }
            work.with(kept);
            return;
        }
        Link link = open(node(step, result), step.text("vhost"), purpose, opensWithin(seconds));
        try {
            work.with(link);
        } finally {
            link.close();
        }
    }

    /// However impatient the client is, it wants to be connected.
    private static double opensWithin(double seconds) {
        return Math.max(seconds, OPENS_WITHIN);
    }

    @FunctionalInterface
    interface LinkWork {
        void with(Link link) throws StepFault;
    }

    /// Gives the next `count` messages of the link their names, before they are published.
    void name(Link link, @Nullable QueueName queue, long firstSequence, long count, String prefix, long firstNumber) {
        if (link.channelId() == null) {
            link.channelId(channels.await(link.name(), CHANNEL_KNOWN_WITHIN));
        }
        ChannelId channel = link.channelId();
        if (channel == null) {
            happened.accept(new Happening.Noted("warning", "the journal does not name the channel of " + link.name()));
        } else {
            happened.accept(new Happening.MessagesNamed(queue,
                    new Interval(channel, firstSequence, firstSequence + count - 1), prefix, firstNumber));
        }
    }

    /// Messages that were named are not sent after all.
    void unsent(Link link, @Nullable QueueName queue, long firstSequence, long lastSequence) {
        ChannelId channel = link.channelId();
        if (channel != null) {
            happened.accept(new Happening.MessagesUnsent(queue, new Interval(channel, firstSequence, lastSequence)));
        }
    }

    void tell(Happening happening) {
        happened.accept(happening);
    }

    /// Publishers first, each in order of name; then those that were stopped, until they are forgotten or others of their
    /// names have started.
    List<LabClient> clients() {
        List<LabClient> all = new ArrayList<>();
        publishers.values().forEach(each -> all.add(each.look()));
        consumers.forEach((name, each) -> all.add(each.card()));
        stoppedPublishers.keySet().removeAll(publishers.keySet());
        stoppedConsumers.keySet().removeAll(consumers.keySet());
        all.addAll(stoppedPublishers.values());
        all.addAll(stoppedConsumers.values());
        return all;
    }

    void stopped(LabClient client) {
        stopped(client.getClass()).put(client.name(), client.stopped());
    }

    void forget(LabClient client) {
        stopped(client.getClass()).remove(client.name());
    }

    private Map<String, LabClient> stopped(Class<? extends LabClient> kind) {
        return kind.equals(LabClient.Publisher.class) ? stoppedPublishers : stoppedConsumers;
    }

    @Override
    public void close() {
        publishers.values().forEach(BackgroundPublisher::stop);
        consumers.values().forEach(Subscriber::stop);
        connections.values().forEach(Link::abort);
    }
}
