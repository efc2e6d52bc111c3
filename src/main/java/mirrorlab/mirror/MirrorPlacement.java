package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.policy.HaMode;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Placement;
import mirrorlab.policy.RunningOrder;
import mirrorlab.policy.Suggestion;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Keeps the mirrors that the policy wants (PO-09 to PO-16): asks for new ones, lets go of surplus ones, replaces lost ones.
final class MirrorPlacement {
    private final ReplicaBody body;
    private final MasterStream stream;
    private final CleanStop cleanStop;
    private final Synchronising synchronising;
    private final LinkedHashSet<NodeName> adding = new LinkedHashSet<>();
    /// As recorded when this was looked at last.
    private final Set<ReplicaId> mirrors = new LinkedHashSet<>();
    /// By node, who asked for the stream last.
    private final Map<NodeName, ReplicaId> joiners = new TreeMap<>();
    private final List<ReplicaId> earlyJoiners = new ArrayList<>();
    private final Set<ReplicaId> dismissed = new LinkedHashSet<>();
    private List<NodeName> placedAtOnce = List.of();
    private @Nullable NodeName starting;
    private @Nullable HaSettings placedBy;
    private boolean dropsPending;
    private boolean turnedDown;
    private boolean missing;
    private boolean placeOnRecord;

    MirrorPlacement(ReplicaBody body, MasterStream stream, CleanStop cleanStop, Synchronising synchronising) {
        this.body = body;
        this.stream = stream;
        this.cleanStop = cleanStop;
        this.synchronising = synchronising;
    }

    /// Asked for and not recorded yet.
    Set<NodeName> adding() {
        return adding;
    }

    /// Where the mirrors of the last decision that brought new ones stand.
    List<NodeName> placedAtOnce() {
        return placedAtOnce;
    }

    /// A mirror that it asked for and that is not recorded yet.
    boolean waitsFor(ReplicaId mirror) {
        return mirror.node().equals(starting) && adding.contains(starting) && mirror.equals(joiners.get(starting));
    }

    // ---- who comes

    /// The lost master's mirrors are this one's now.
    void takeOver(@Nullable QueueRecord record, List<ReplicaId> present) {
        mirrors.addAll(present);
        if (record != null && record.mirrors() != null && body.settings == null) {
            policyChanged(record); // mirroring ended while there was no master
        } else {
            placedBy = body.settings;
            place(true);
        }
        present.stream().filter(each -> !body.isAlive(each)).forEach(this::ended);
    }

    void onJoin(ReplicaId mirror) {
        if (!body.isAlive(mirror)) {
            return; // it was early and ended meanwhile
        }
        joiners.put(mirror.node(), mirror);
        QueueRecord record = body.record;
        if (record == null || body.settings == null || cleanStop.hasBegun()) {
            body.send(new ReplicaMessage.Dismiss(mirror, body.id, "stale"));
        } else if (record.mirrors() == null) {
            earlyJoiners.add(mirror); // its node knows already that this queue is mirrored now
        } else {
            stream.join(mirror);
        }
    }

    // ---- the record

    /// Takes note of the mirrors that the record lists now; what to do about them is said by {@link #adjust}.
    void noticed(QueueRecord record) {
        if (record.mirrors() != null) {
            List<ReplicaId> early = List.copyOf(earlyJoiners);
            earlyJoiners.clear();
            early.forEach(this::onJoin);
        }
        List<ReplicaId> dead = new ArrayList<>();
        for (ReplicaId each : record.mirrorList()) {
            boolean asked = adding.remove(each.node());
            boolean isNew = mirrors.add(each);
            dropsPending |= isNew && !asked; // by its own node's decision (PO-16): perhaps one too many
            if (isNew && !body.isAlive(each)) {
                dead.add(each); // it ended while it was being recorded
            }
        }
        dead.forEach(this::ended);
        mirrors.retainAll(record.mirrorList());
        startNext();
    }

    void adjust(QueueRecord record) {
        boolean policyChanged = placedBy == null ? body.settings != null : !placedBy.equals(body.settings);
        if (policyChanged || (record.mirrors() == null) != (body.settings == null)) {
            policyChanged(record);
        } else if (placeOnRecord && record.mirrorList().stream().allMatch(body::isAlive)) {
            placeOnRecord = false;
            place(true); // F-16
        } else if (!dismissed.isEmpty() && record.mirrorList().stream().noneMatch(dismissed::contains)) {
            dismissed.clear();
            place(true); // meanwhile the policy may have come to want them again
        } else if (replaceMissing()) {
            return;
        } else if (dropsPending && adding.isEmpty()) {
            place(false);
        } else if (body.settings != null && body.settings.mode() instanceof HaMode.Nodes
                && !record.synchronised().isEmpty()) {
            place(false); // PO-13
        }
    }

    private void policyChanged(QueueRecord record) {
        if (body.settings == null && record.mirrors() != null) {
            for (ReplicaId each : List.copyOf(stream.members())) { // PO-15
                dismiss(each, "not-mirrored");
            }
            forgetAdding();
            dropsPending = false;
            body.propose(new MetadataChange.MirroringChanged(body.queue, body.id, false));
        } else if (body.settings != null && record.mirrors() == null) {
            forgetAdding(); // mirrors are placed when that is recorded
            body.propose(new MetadataChange.MirroringChanged(body.queue, body.id, true));
        } else {
            placedBy = body.settings;
            place(true);
        }
    }

    private void forgetAdding() {
        adding.clear();
        starting = null;
        placedBy = null;
    }

    // ---- adding and dropping

    /// PO-12: add what is missing, then, when that is recorded, drop what is too much.
    ///
    /// @param mayAdd false when only the drops of an earlier decision are due
    private void place(boolean mayAdd) {
        QueueRecord record = body.record;
        HaSettings settings = body.settings;
        if (record == null || settings == null || record.mirrors() == null) {
            return;
        }
        List<NodeName> present = new ArrayList<>(record.mirrorList().stream().map(ReplicaId::node).toList());
        present.addAll(adding);
        Suggestion wanted = wanted(settings, body.id.node(), present,
                record.synchronised().stream().map(ReplicaId::node).toList(), body.running(), body.chance);
        if (mayAdd) {
            List<NodeName> fresh = wanted.mirrors().stream().filter(each -> !present.contains(each)).toList();
            placedAtOnce = fresh.isEmpty() ? placedAtOnce : fresh;
            fresh.forEach(this::add);
            startNext();
        }
        dropsPending = !adding.isEmpty();
        if (!dropsPending) {
            drop(record, wanted);
        }
    }

    /// Where a master wants its mirrors now.
    ///
    /// @param present nodes of the mirrors there are or that were asked for, eldest first
    /// @param running in order of start
    static Suggestion wanted(HaSettings settings, NodeName master, List<NodeName> present,
            List<NodeName> synchronised, List<NodeName> running, RandomGenerator chance) {
        return Placement.suggest(settings.mode(), master, present, synchronised,
                RunningOrder.seenFrom(master, running), chance);
    }

    /// F-33: whatever the policy says, for a moment only the mirror on that node is wanted, as master; when it leads it places
    /// mirrors by the policy again. Synchronised or not: what it lacks is lost.
    void moveTo(NodeName destination) {
        QueueRecord record = body.record;
        boolean possible = record != null && record.mirrors() != null && adding.isEmpty() && !cleanStop.hasBegun()
                && record.mirrorList().stream()
                        .anyMatch(each -> each.node().equals(destination) && body.isAlive(each));
        if (record != null && possible) {
            drop(record, new Suggestion(destination, List.of()));
        }
    }

    private void add(NodeName node) {
        if (node.equals(body.id.node())) {
            return;
        }
        adding.add(node);
        ReplicaId joined = joiners.get(node);
        if (joined != null && !stream.members().contains(joined)) {
            joiners.remove(node); // of an earlier time; one that still joins is taken for the one asked for now
        }
    }

    private void drop(QueueRecord record, Suggestion wanted) {
        List<ReplicaId> surplus = record.mirrorList().stream().filter(
                each -> !wanted.mirrors().contains(each.node()) && !each.node().equals(wanted.master())).toList();
        if (!surplus.isEmpty()) {
            surplus.forEach(each -> dismiss(each, "dropped"));
            dismissed.addAll(surplus);
            body.propose(new MetadataChange.MirrorsRemoved(body.queue, body.id, surplus, false));
        }
        boolean leaves = !wanted.master().equals(body.id.node());
        if (leaves && record.mirrorList().size() > surplus.size()) {
            leave(); // F-32
        } else {
            synchronising.ifAutomatic();
        }
    }

    /// One after the other: the order in which they are wanted becomes their order of age (PO-21).
    private void startNext() {
        if (adding.isEmpty()) {
            starting = null;
        } else if (!adding.getFirst().equals(starting)) {
            starting = adding.getFirst();
            body.emit(new ReplicaEffect.StartMirrorOn(starting, body.queue));
        }
    }

    void notAdded(NodeName node) {
        if (adding.remove(node)) {
            turnedDown = true;
            startNext();
            if (dropsPending && adding.isEmpty()) {
                place(false);
            }
        }
    }

    private void dismiss(ReplicaId mirror, String reason) {
        stream.flush();
        body.send(new ReplicaMessage.Dismiss(mirror, body.id, reason));
        stream.leave(mirror);
        synchronising.gone(mirror);
    }

    private void leave() {
        synchronising.abandon();
        stream.flush();
        body.disk.drop();
        body.end("dropped");
    }

    // ---- who goes

    /// It ended before this master could be told.
    private void ended(ReplicaId mirror) {
        gone(mirror, !body.running().contains(mirror.node()));
    }

    void gone(ReplicaId replica, boolean nodeDown) {
        QueueRecord record = body.record;
        stream.leave(replica);
        synchronising.gone(replica);
        if (record == null || body.ended || !record.mirrorList().contains(replica)) {
            if (waitsFor(replica)) { // it ended before it was recorded: by a record that has changed since
                joiners.remove(replica.node());
                starting = null;
                startNext();
            }
        } else if (cleanStop.isTerminating()) {
            cleanStop.mirrorEnded();
        } else {
            body.log("info", "Primary replica of " + body.queue + " detected replica " + replica + " to be down"); // F-15
            placeOnRecord = true;
            body.propose(new MetadataChange.MirrorsRemoved(body.queue, body.id, List.of(replica), nodeDown));
        }
    }

    void nodeGone(NodeName node) {
        missing |= turnedDown || adding.contains(node); // another one has to be asked instead
        turnedDown = false;
        notAdded(node);
        turnedDown = false;
        replaceMissing();
    }

    void placeAgain() {
        missing = true;
        replaceMissing();
    }

    private boolean replaceMissing() {
        if (!missing || !adding.isEmpty() || cleanStop.hasBegun()) {
            return false;
        }
        missing = false;
        place(true);
        return true;
    }
}
