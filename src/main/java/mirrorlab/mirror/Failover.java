package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.mirror.Following.State;
import mirrorlab.multicast.OrderedReceiver;
import mirrorlab.multicast.Survivors;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// A mirror's part in finding the next master (F-01 to F-05): all survivors freeze, the eldest brings them level and asks to
/// be recorded.
final class Failover {
    private final ReplicaBody body;
    private final Following following;
    private final MirrorContents contents;
    private @Nullable Survivors<ReplicaId> survivors;
    private long askedEpoch;
    private @Nullable ReplicaId lost;
    private boolean lostByDrop;
    /// The master died before this node knew whether the record lists this mirror: that decides.
    private boolean unrecorded;
    private final Map<ReplicaId, Long> reached = new LinkedHashMap<>();
    private final List<ReplicaMessage.Freeze> askedEarly = new ArrayList<>();

    Failover(ReplicaBody body, Following following, MirrorContents contents) {
        this.body = body;
        this.following = following;
        this.contents = contents;
    }

    ReplicaId lostMaster() {
        return lost == null ? following.leader() : lost;
    }

    boolean lostByDrop() {
        return lostByDrop;
    }

    boolean isUnrecorded() {
        return unrecorded;
    }

    /// How far a survivor was when they were compared.
    long reached(ReplicaId survivor) {
        return reached.getOrDefault(survivor, 0L);
    }

    List<ReplicaId> asked() {
        return survivors == null ? List.of() : List.copyOf(survivors.members());
    }

    // ---- the loss

    void gone(ReplicaId replica, boolean nodeDown) {
        boolean isLeader = replica.equals(following.leader());
        if (isLeader && following.isNew()) {
            body.leave("stale");
        } else if (isLeader && following.follows()) {
            lostByDrop = !nodeDown;
            unrecorded = following.is(State.RECORDING);
            freeze(replica);
            askedEarly.forEach(this::on);
            askedEarly.clear();
            elect();
        } else if (survivors != null) {
            survivors.leave(replica);
            compare();
        } else if (following.is(State.FROZEN)) {
            elect(); // it may have been the candidate
        }
    }

    private void freeze(ReplicaId lostMaster) {
        following.becomes(State.FROZEN);
        lost = lostMaster;
        stream().freeze();
        contents.masterLost();
        body.happened(
                new Happening.ReplicaFroze(body.queue, body.id, lostMaster, stream().epoch(), stream().applied()));
        body.log("info", "Secondary replica of " + body.queue + " detected replica " + lostMaster + " to be down");
    }

    private OrderedReceiver<ReplicaOperation> stream() {
        return following.stream();
    }

    /// The record lists this mirror, and says who is master.
    void recorded(QueueRecord record) {
        unrecorded = false;
        boolean isAsking = survivors != null && askedEpoch == lostEpoch();
        if (following.is(State.FROZEN) && !isAsking && !body.isAlive(record.master())) {
            survivors = null;
            elect(); // those before this one may have gone, or it asked about an older loss
        }
    }

    /// F-03: another one was first. It will say that it is master, or it is dead, too.
    void claimRefused() {
        if (following.is(State.CLAIMING)) {
            following.becomes(State.FROZEN);
            if (body.record != null && !body.isAlive(body.record.master())) {
                elect();
            }
        }
    }

    // ---- the survivors

    /// F-01: the eldest mirror alive is the candidate; its own state of synchronisation does not matter (F-02).
    private void elect() {
        QueueRecord record = body.record;
        if (record == null || unrecorded || body.isAlive(record.master())) {
            return; // a new master lives, and will say so
        }
        List<ReplicaId> mirrors = record.mirrorList();
        List<ReplicaId> others = Election.electors(record, each -> !each.equals(body.id) && body.isAlive(each));
        if (others.isEmpty() || mirrors.indexOf(body.id) < mirrors.indexOf(others.getFirst())) {
            if (body.stops(HoldPoint.MASTER_SUSPECTED)) {
                return;
            }
            survivors = new Survivors<>(others);
            askedEpoch = lostEpoch();
            others.forEach(each -> body.send(new ReplicaMessage.Freeze(each, body.id, lostMaster(), lostEpoch())));
            compare();
        }
    }

    void on(ReplicaMessage.Freeze freeze) {
        if (following.isNew()) {
            body.send(new ReplicaMessage.Frozen(freeze.from(), body.id, freeze.epoch(), -1));
            return;
        }
        boolean follows = following.follows();
        if (follows && body.isAlive(following.leader())) {
            askedEarly.add(freeze); // answered when the master is gone for this node, too
            return;
        }
        if (follows) {
            unrecorded = following.is(State.RECORDING);
            freeze(freeze.lost());
        }
        body.send(new ReplicaMessage.Frozen(freeze.from(), body.id, freeze.epoch(), stream().applied()));
    }

    /// Whose loss is being dealt with: the recorded master's. It may be a promoted one that this mirror never heard of.
    private long lostEpoch() {
        return body.record == null ? stream().epoch() : body.record.epoch();
    }

    void on(ReplicaMessage.Frozen frozen) {
        if (survivors != null && frozen.epoch() == lostEpoch()) {
            survivors.report(frozen.from(), frozen.applied());
            compare();
        }
    }

    void on(ReplicaMessage.Fetch fetch) {
        body.send(new ReplicaMessage.Fill(fetch.from(), body.id, fetch.epoch(), fetch.first(),
                stream().between(fetch.first(), stream().applied())));
    }

    void on(ReplicaMessage.Fill fill) {
        List<ReplicaOperation> fresh = stream().fill(fill.first(), fill.operations());
        fresh.forEach(contents::apply);
        if (fresh.isEmpty() && survivors != null && fill.from().equals(survivors.ahead(stream().applied()))) {
            body.leave("dropped"); // the lost master had let go of this mirror, and nobody keeps what it lacks
        } else if (!body.ended) {
            compare();
        }
    }

    private void compare() {
        Survivors<ReplicaId> asked = survivors;
        QueueRecord record = body.record;
        if (asked == null || record == null || !asked.complete() || body.isAlive(record.master())) {
            return;
        }
        ReplicaId ahead = asked.ahead(stream().applied());
        if (ahead != null) {
            body.send(new ReplicaMessage.Fetch(ahead, body.id, stream().epoch(), stream().applied() + 1));
            return;
        }
        if (body.stops(HoldPoint.BEFORE_PROMOTION)) {
            return;
        }
        survivors = null;
        List<ReplicaId> level = fill(asked);
        if (Election.mayBePromoted(record, body.settings)) {
            following.becomes(State.CLAIMING);
            body.propose(new MetadataChange.MasterReplaced(body.queue, record.master(), body.id, level));
        } else {
            refuse(record);
        }
    }

    /// Sends every survivor what it lacks.
    ///
    /// @return those that this mirror could fill
    private List<ReplicaId> fill(Survivors<ReplicaId> asked) {
        List<ReplicaId> level = asked.members().stream().filter(each -> canFill(asked.of(each))).toList();
        long filled = 0;
        reached.clear();
        for (ReplicaId each : level) {
            reached.put(each, asked.of(each));
            List<ReplicaOperation> lacking = stream().between(asked.of(each) + 1, stream().applied());
            if (!lacking.isEmpty()) {
                filled += lacking.size();
                body.send(new ReplicaMessage.Fill(each, body.id, stream().epoch(), asked.of(each) + 1, lacking));
            }
        }
        body.happened(new Happening.SurvivorsCompared(body.queue, body.id, stream().epoch(), level,
                level.stream().map(asked::of).toList(), filled));
        return level;
    }

    /// Whether this mirror still has everything that the survivor lacks.
    private boolean canFill(long upTo) {
        return upTo >= 0 && stream().between(upTo + 1, stream().applied()).size() >= stream().applied() - upTo;
    }

    // ---- the decision

    private void refuse(QueueRecord record) {
        boolean isDefault = body.settings != null && body.settings.promoteOnFailure().isDefault();
        body.happened(new Happening.PromotionRefused(body.queue, body.id, lostMaster(), record.policy(),
                "ha-promote-on-failure", "when-synced", isDefault, body.contents.depth()));
        body.log("warning", "not promoted: no synchronised mirror, and ha-promote-on-failure is when-synced");
        body.propose(new MetadataChange.MirrorRefused(body.queue, body.id));
        body.leave("refused");
    }

    /// What the lab held goes on where it stood.
    void goOn(HoldPoint point) {
        if (point == HoldPoint.MASTER_SUSPECTED && following.is(State.FROZEN) && survivors == null) {
            elect();
        } else if (point == HoldPoint.BEFORE_PROMOTION) {
            compare();
        }
    }

    /// Another one is master.
    void over() {
        body.surroundings.passed(HoldPoint.MASTER_SUSPECTED, body.queue);
        body.surroundings.passed(HoldPoint.BEFORE_PROMOTION, body.queue);
        lost = null;
        lostByDrop = false;
        survivors = null;
    }

    /// Frozen, and nobody is left who could ask.
    boolean isStuck() {
        return body.record == null || body.record.mirrorList().stream()
                .noneMatch(each -> !each.equals(body.id) && body.isAlive(each));
    }
}
