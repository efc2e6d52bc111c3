package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Closes one queue's books: every published message gets the first fate in this order that it can be given.
///
/// 1. what the living master holds: unacknowledged, safe, at risk. A message that was acknowledged at a lost master and
///    came back with its successor counts here (F-14);
/// 2. what counted as acknowledged and was lost (F-22, F-23); what was told: acknowledged, rejected, purged, unroutable, …;
/// 3. without a living master: what a mirror that may be promoted holds is at risk; what the lost master's disk keeps is
///    unreachable, if its queue is durable and the message persistent (F-08, F-29, N-06, N-09);
/// 4. what can still arrive is in flight;
/// 5. what a killed master settled without having told it is not known;
/// 6. everything else is lost.
final class Reckoning {
    private final QueueName name;
    private final QueueBook book;
    private final ClusterPicture picture;
    private final Publishers publishers;
    private final SortedSet<String> gaps;
    private final Predicate<ReplicaId> died;
    private final Map<Fate, MessageSet> fates = new EnumMap<>(Fate.class);
    private final List<Sentence> notes = new ArrayList<>();
    private MessageSet rest;

    /// @param published
    ///            what was published here as far as anybody told
    Reckoning(QueueName name, QueueBook book, MessageSet published, ClusterPicture picture, Publishers publishers,
            SortedSet<String> gaps, Predicate<ReplicaId> died) {
        this.name = name;
        this.book = book;
        this.picture = picture;
        this.publishers = publishers;
        this.gaps = gaps;
        this.died = died;
        rest = published;
    }

    QueueAccount account() {
        MessageSet published = rest;
        Optional<QueuePicture> queue = picture.queue(name);
        Optional<ReplicaPicture> master = queue.flatMap(QueuePicture::masterReplica);
        master.ifPresent(living -> atMaster(queue.orElseThrow(), living));
        claim(Fate.LOST, book.astray.set());
        book.told.forEach((fate, told) -> claim(fate, told.set()));
        if (queue.isPresent() && master.isEmpty()) {
            withoutMaster(queue.get());
        }
        claim(Fate.IN_FLIGHT, stillComing(queue.orElse(null), master.orElse(null)));
        untold();
        claim(picture.isRemoved(name) ? book.removedAs() : Fate.LOST, rest);
        queue.ifPresent(this::noteDisks);
        notePerhaps();
        noteGaps();
        MessageSet lost = fates.getOrDefault(Fate.LOST, MessageSet.EMPTY);
        return new QueueAccount(name, published, Collections.unmodifiableMap(fates),
                publishers.words(published, picture), publishers.confirmedOf(lost),
                book.duplicates.set(), List.copyOf(notes));
    }

    private MessageSet claim(Fate fate, MessageSet messages) {
        MessageSet its = rest.intersection(messages);
        if (!its.isEmpty()) {
            fates.merge(fate, its, MessageSet::union);
            rest = rest.minus(its);
        }
        return its;
    }

    private void atMaster(QueuePicture queue, ReplicaPicture master) {
        Holding holding = book.known(master.id());
        if (holding == null) {
            return;
        }
        claim(Fate.UNACKNOWLEDGED, holding.unacknowledged());
        for (Risk risk : Risk.of(queue, book, rest.intersection(holding.ready()), picture)) {
            notes.add(risk.sentence(picture));
            claim(Fate.AT_RISK, risk.messages());
        }
        claim(Fate.SAFE, holding.ready());
    }

    private void withoutMaster(QueuePicture queue) {
        for (ReplicaPicture mirror : queue.livingMirrors()) {
            Holding holding = book.known(mirror.id());
            if (holding != null) {
                claim(Fate.AT_RISK, holding.contents());
            }
        }
        Holding lostMaster = book.known(queue.master());
        if (lostMaster == null || !queue.record().durable()) {
            return;
        }
        // What was confirmed is on its disk even if the node died before it told that it had it (P-19).
        MessageSet onDisk = lostMaster.contents().union(publishers.confirmedOf(lostMaster.onTheWay()))
                .minus(book.transientOnes.set());
        MessageSet returning = claim(Fate.UNREACHABLE, onDisk);
        if (!returning.isEmpty()) {
            notes.add(Sentence.of("fate.note.returns", picture.runs(returning), queue.master().node().shortName()));
        }
    }

    private MessageSet stillComing(@Nullable QueuePicture queue, @Nullable ReplicaPicture master) {
        MessageSet unrouted = rest.minus(book.routed.set()).of(channel -> !publishers.isGone(channel, picture));
        if (queue == null) {
            return unrouted;
        }
        MessageSet coming = unrouted;
        List<ReplicaPicture> receivers = master != null ? List.of(master) : queue.livingMirrors();
        for (ReplicaPicture each : receivers) {
            Holding holding = book.known(each.id());
            if (holding != null) {
                boolean settling = master != null && master.wasMaster() && !holding.hasToldAsMaster();
                coming = coming.union(holding.onTheWay().of(channel -> settling || picture.isAlive(channel)));
            }
        }
        return coming;
    }

    /// What a killed master's successor had held, and holds no more without a word how it ended.
    private void untold() {
        for (Succession each : book.successions()) {
            if (died.test(each.master().id)) {
                MessageSet its = claim(Fate.NOT_KNOWN, each.held(publishers));
                if (!its.isEmpty()) {
                    notes.add(Sentence.of("fate.note.not-known", picture.runs(its),
                            each.master().id.node().shortName()));
                }
            }
        }
    }

    /// A client had them from a master that was killed; whether it answered in the last moments was not told.
    private void notePerhaps() {
        MessageSet lost = fates.getOrDefault(Fate.LOST, MessageSet.EMPTY);
        for (Succession each : book.successions()) {
            MessageSet its = lost.intersection(each.master().unacknowledged());
            if (!its.isEmpty() && died.test(each.master().id)) {
                notes.add(Sentence.of("fate.note.perhaps", picture.runs(its), each.master().id.node().shortName()));
            }
        }
    }

    /// What a killed door had not told is not known.
    private void noteGaps() {
        for (Holding each : book.holdings()) {
            if (gaps.contains(each.id.node().value())) {
                notes.add(Sentence.of("fate.note.gap", each.id.node().shortName()));
            }
        }
    }

    /// A stopped replica's copy is erased when its node returns (N-11).
    private void noteDisks(QueuePicture queue) {
        MessageSet lost = fates.getOrDefault(Fate.LOST, MessageSet.EMPTY);
        if (lost.isEmpty() || !queue.record().durable()) {
            return;
        }
        for (Holding each : book.holdings()) {
            NodeName node = each.id.node();
            if (!each.isErased() && !picture.isAlive(each.id)
                    && picture.node(node).filter(is -> !is.isAlive()).isPresent()) {
                MessageSet still = lost.intersection(each.contents()).minus(book.transientOnes.set());
                if (!still.isEmpty()) {
                    notes.add(Sentence.of("fate.note.still-on-disk", picture.runs(still), node.shortName()));
                }
            }
        }
    }
}
