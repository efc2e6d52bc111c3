package mirrorlab.metadata;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.metadata.MetadataMessage.Operation;
import mirrorlab.multicast.OrderedSender;
import mirrorlab.multicast.Survivors;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Who goes on when the sequencer is lost: everybody who lost it asks everybody, unless it has answered a candidate already; the
/// one that ranks first compares, fills and fences (room `multicast`), then sequences.
final class Election {
    private final MetadataCopy copy;
    private final Entrance entrance;
    /// Asked before this node lost the sequencer itself, or by one that ranks behind it.
    private final Map<NodeName, MetadataMessage.Freeze> askedEarly = new TreeMap<>();
    private @Nullable Survivors<NodeName> survivors;
    private MetadataMessage.@Nullable Freeze candidacy;
    private @Nullable NodeName promised;
    private long newestEpoch;

    Election(MetadataCopy copy, Entrance entrance) {
        this.copy = copy;
        this.entrance = entrance;
    }

    void linkEnded(NodeName peer) {
        askedEarly.remove(peer);
        if (peer.equals(promised)) {
            promised = null;
        }
    }

    void sequencerLost() {
        freeze();
        elect();
        answerEarly();
    }

    /// While nobody sequences.
    void survivorLost(NodeName peer) {
        if (survivors != null) {
            survivors.leave(peer);
            compare();
        } else {
            elect(); // it may have been the candidate
        }
    }

    private void freeze() {
        entrance.release(true);
        copy.log.freeze();
    }

    void answerEarly() {
        Map<NodeName, MetadataMessage.Freeze> asked = new TreeMap<>(askedEarly);
        askedEarly.clear();
        asked.forEach(this::on);
    }

    private void elect() {
        if (promised == null) {
            collect();
        }
    }

    private void collect() {
        promised = null;
        Survivors<NodeName> asked = new Survivors<>(copy.links.linked());
        survivors = asked;
        newestEpoch = copy.log.epoch();
        NodeName lost = copy.sequencer == null ? copy.self : copy.sequencer;
        candidacy = new MetadataMessage.Freeze(copy.log.epoch(), lost, copy.known(lost), copy.log.applied());
        for (NodeName each : asked.members()) {
            copy.send(each, candidacy);
        }
        compare();
    }

    private void compare() {
        Survivors<NodeName> asked = survivors;
        if (asked == null || !asked.complete()) {
            return;
        }
        NodeName ahead = asked.ahead(copy.log.applied());
        if (ahead != null) {
            copy.send(ahead, new MetadataMessage.Fetch(copy.log.epoch(), copy.log.applied() + 1));
            return;
        }
        survivors = null;
        long old = copy.log.epoch();
        long epoch = Math.max(old, newestEpoch) + 1;
        long level = copy.log.applied();
        OrderedSender<NodeName, Operation> mine = new OrderedSender<>(epoch, level);
        for (NodeName each : asked.members()) {
            if (asked.of(each) >= 0) {
                List<Operation> lacking = copy.log.between(asked.of(each) + 1, level);
                if (!lacking.isEmpty()) {
                    copy.send(each, new MetadataMessage.Fill(old, asked.of(each) + 1, lacking));
                }
                copy.send(each, new MetadataMessage.Follow(epoch, level));
                mine.join(each, asked.of(each));
            }
        }
        copy.sequence(mine);
    }

    /// Answered at once by who has lost the sequencer, too. Of two candidates the one that ranks second gives way and answers.
    void on(NodeName from, MetadataMessage.Freeze freeze) {
        entrance.forsake(freeze.lost(), freeze.life());
        if (!copy.inside || copy.sender != null) {
            copy.send(from, new MetadataMessage.Frozen(freeze.epoch(), copy.log.epoch(), -1));
            return;
        }
        if (hearsSequencer() || (survivors != null && !outranks(from, freeze.applied()))) {
            askedEarly.put(from, freeze);
            return;
        }
        survivors = null;
        promised = from;
        freeze();
        copy.send(from, new MetadataMessage.Frozen(freeze.epoch(), copy.log.epoch(), copy.log.applied()));
    }

    private boolean hearsSequencer() {
        NodeName sequencer = copy.sequencer;
        return !copy.log.frozen() && sequencer != null && copy.links.isLinked(sequencer, copy.known(sequencer));
    }

    /// The one that is further, or else the elder.
    private boolean outranks(NodeName other, long applied) {
        MetadataMessage.Freeze mine = candidacy;
        if (mine == null || applied != mine.applied()) {
            return mine == null || applied > mine.applied();
        }
        for (NodeName each : copy.state.running()) {
            if (each.equals(copy.self) || each.equals(other)) {
                return each.equals(other);
            }
        }
        return other.compareTo(copy.self) < 0;
    }

    void on(NodeName from, MetadataMessage.Frozen frozen) {
        if (survivors != null && frozen.epoch() == copy.log.epoch()) {
            survivors.report(from, frozen.upTo());
            newestEpoch = Math.max(newestEpoch, frozen.logEpoch());
            compare();
        } else if (copy.log.frozen() && from.equals(promised) && frozen.upTo() >= 0) {
            collect(); // each gave way to the other: the one to an old question
        }
    }

    void on(NodeName from, MetadataMessage.Fill fill) {
        List<Operation> fresh = copy.log.fill(fill.first(), fill.operations());
        copy.applyAll(fresh);
        if (fresh.isEmpty() && survivors != null && from.equals(survivors.ahead(copy.log.applied()))) {
            survivors = null;
            copy.tell(new MetadataEffect.LeftBehind("nobody keeps what this node lacks of the metadata"));
        }
        compare();
    }

    void on(NodeName from, MetadataMessage.Follow follow) {
        if (!copy.inside || follow.epoch() <= copy.log.epoch()) {
            return;
        }
        if (!copy.log.follow(follow.epoch(), follow.sequence())) {
            copy.tell(new MetadataEffect.LeftBehind("the metadata of " + from + " are at operation "
                    + follow.sequence() + ", these at " + copy.log.applied()));
            return;
        }
        entrance.forget();
        askedEarly.clear();
        survivors = null;
        promised = null;
        copy.sequencer = from;
        copy.sayApplied(from);
        copy.resubmit();
    }
}
