package mirrorlab.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.ReplicaPicture.Role;
import mirrorlab.journal.ReplicaPicture.Sync;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Puts one queue's picture together from its record, its replicas' stories and the nodes that live.
final class QueueView {
    /// After these the copy is gone for good, so that there is nothing left to show.
    private static final Set<String> GONE = Set.of("deleted", "dropped", "not-mirrored");

    private final QueueName name;
    private final QueueLife life;
    private final Happening.QueueRecorded record;
    private final NodeFold nodes;
    private final ReplicaId master;
    private final Map<NodeName, ReplicaLife> stories = new LinkedHashMap<>();

    QueueView(QueueName name, QueueLife life, Happening.QueueRecorded record, QueueFold queues, NodeFold nodes) {
        this.name = name;
        this.life = life;
        this.record = record;
        this.nodes = nodes;
        master = life.master(record);
        queues.replicas(name).forEach(each -> stories.put(each.id().node(), each));
    }

    QueuePicture picture(int waitingChannels) {
        boolean masterLives = lives(master);
        ReplicaLife masterStory = story(master);
        SyncPicture sync = masterLives && masterStory != null ? masterStory.sync() : null;
        List<ReplicaPicture> replicas = replicas(sync);
        boolean mirrorLives = replicas.stream().anyMatch(each -> each.role() == Role.MIRROR && each.isAlive());
        QueuePicture.State state = state(masterLives, mirrorLives, sync);
        return new QueuePicture(name, record, state, master, replicas, badges(state, sync, replicas), sync,
                waitingChannels);
    }

    private QueuePicture.State state(boolean masterLives, boolean mirrorLives, @Nullable SyncPicture sync) {
        if (record.state().equals("down") || (!masterLives && record.mirrors() == null)) {
            return QueuePicture.State.DOWN;
        }
        if (!masterLives) {
            return mirrorLives ? QueuePicture.State.PROMOTING : QueuePicture.State.UNREACHABLE;
        }
        return sync != null ? QueuePicture.State.SYNCING : QueuePicture.State.RUNNING;
    }

    private boolean lives(ReplicaId id) {
        ReplicaLife story = stories.get(id.node());
        boolean over = story != null && (ReplicaLife.AGE.compare(story.id(), id) > 0
                || (story.id().equals(id) && story.stopReason() != null));
        return !over && nodes.isAlive(id);
    }

    private @Nullable ReplicaLife story(ReplicaId id) {
        ReplicaLife story = stories.get(id.node());
        return story != null && story.id().equals(id) ? story : null;
    }

    private List<ReplicaPicture> replicas(@Nullable SyncPicture sync) {
        Map<NodeName, ReplicaPicture> shown = new LinkedHashMap<>();
        List<ReplicaId> recorded = new ArrayList<>();
        recorded.add(master);
        List<ReplicaId> mirrors = record.mirrors();
        if (mirrors != null) {
            recorded.addAll(mirrors);
        }
        for (ReplicaId each : recorded) {
            shown.putIfAbsent(each.node(), picture(each, sync));
        }
        for (ReplicaLife each : stories.values()) {
            if (isShownUnrecorded(each)) {
                shown.putIfAbsent(each.id().node(), picture(each.id(), sync));
            }
        }
        return List.copyOf(shown.values());
    }

    /// A mirror that the record does not name yet (G-11), or a lost replica whose node has not come back.
    private boolean isShownUnrecorded(ReplicaLife story) {
        boolean ofThisQueue = life.removedVersion() < 0 || story.begun() > life.removedClock();
        String reason = story.stopReason();
        if (!ofThisQueue || (reason != null && GONE.contains(reason))) {
            return false;
        }
        return lives(story.id()) || !nodes.isAlive(story.id().node(), Long.MAX_VALUE);
    }

    private ReplicaPicture picture(ReplicaId recordedId, @Nullable SyncPicture sync) {
        ReplicaLife known = stories.get(recordedId.node());
        boolean younger = known != null && ReplicaLife.AGE.compare(known.id(), recordedId) >= 0;
        ReplicaLife story = younger && known != null ? known : ReplicaLife.begin(recordedId, 0);
        ReplicaId id = story.id();
        Role role = id.equals(master) ? Role.MASTER : Role.MIRROR;
        Sync state = sync(id, story, role, sync);
        return new ReplicaPicture(name, id, role, state, story.isMaster(), story.stopReason(), story.epoch(),
                story.ready(),
                story.unacknowledged(), story.readyCount(), story.unacknowledgedCount(), story.delta(),
                role == Role.MASTER || state == Sync.STOPPED ? 0 : missing(story, state), story.fromChannels(),
                story.frozen() && state != Sync.STOPPED, story.consumers(), story.clock());
    }

    private Sync sync(ReplicaId id, ReplicaLife story, Role role, @Nullable SyncPicture running) {
        if (!lives(id)) {
            return Sync.STOPPED;
        }
        if (role == Role.MASTER || story.synchronised() || record.synchronised().contains(id)) {
            return Sync.SYNCHRONISED;
        }
        return running != null && running.mirrors().contains(id) ? Sync.SYNCING : Sync.UNSYNCHRONISED;
    }

    private long missing(ReplicaLife mirror, Sync state) {
        if (state == Sync.SYNCHRONISED) {
            return 0;
        }
        ReplicaLife lord = story(master);
        long difference = lord == null
                ? 0
                : lord.readyCount() + lord.unacknowledgedCount() - mirror.readyCount() - mirror.unacknowledgedCount();
        return mirror.delta() >= 0 ? mirror.delta() : Math.max(0, difference);
    }

    /// `ux.md` section 2: `+k` synchronised, `+0` when none of the unsynchronised ones is, red `+m` unsynchronised.
    private List<Badge> badges(QueuePicture.State state, @Nullable SyncPicture sync, List<ReplicaPicture> replicas) {
        List<Badge> badges = new ArrayList<>();
        if (state != QueuePicture.State.RUNNING && state != QueuePicture.State.SYNCING) {
            return badges;
        }
        List<NodeName> synced = mirrorsOn(replicas, true);
        List<NodeName> unsynced = mirrorsOn(replicas, false);
        if (!synced.isEmpty()) {
            badges.add(new Badge("+" + synced.size(), Badge.Kind.SYNCHRONISED, synced));
        } else if (!unsynced.isEmpty()) {
            badges.add(new Badge("+0", Badge.Kind.NONE_SYNCHRONISED, List.of()));
        }
        if (!unsynced.isEmpty()) {
            badges.add(new Badge("+" + unsynced.size(), Badge.Kind.UNSYNCHRONISED, unsynced));
        }
        if (sync != null) {
            badges.add(new Badge("Syncing: " + sync.percent() + "%", Badge.Kind.SYNCING, List.of()));
        }
        return List.copyOf(badges);
    }

    private static List<NodeName> mirrorsOn(List<ReplicaPicture> replicas, boolean synchronised) {
        List<NodeName> nodes = new ArrayList<>();
        for (ReplicaPicture each : replicas) {
            if (each.role() == Role.MIRROR && each.isAlive()
                    && (each.sync() == Sync.SYNCHRONISED) == synchronised) {
                nodes.add(each.node());
            }
        }
        return List.copyOf(nodes);
    }
}
