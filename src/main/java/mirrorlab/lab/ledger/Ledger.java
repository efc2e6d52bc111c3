package mirrorlab.lab.ledger;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// The account of every message: a fold of the recording. Mutable, confined to one thread, deterministic.
///
/// It only collects; the books are closed when somebody asks ({@link Reckoning}), so a fold costs little and late
/// entries find their place. One ledger also keeps the picture and the cause cards of the same entries.
public final class Ledger {
    private ClusterPicture picture = new ClusterPicture();
    private Causes causes = new Causes();
    private Publishers publishers = new Publishers();
    private ClientTraffic traffic = new ClientTraffic();
    private final Map<QueueName, QueueBook> books = new TreeMap<>();
    private final Map<QueueName, QueueAccount> reckoned = new TreeMap<>();
    /// Matched no queue, as far as nobody said which queue they were meant for.
    private Tally unrouted = new Tally();
    /// Origins of which something was missed.
    private final TreeSet<String> gaps = new TreeSet<>();
    private int entries;

    public void apply(Entry entry) {
        causes.before(entry, entries, this);
        if (entry.happening() instanceof Happening.QueueRemoved now) {
            removed(now);
        }
        picture.apply(entry);
        traffic.apply(entry.happening());
        if (entry.happening() instanceof Happening.NodeDied || entry.happening() instanceof Happening.NodeStopped) {
            traffic.forgetEnded(picture);
        }
        account(entry);
        causes.after(entry, entries, this);
        entries++;
    }

    private void account(Entry entry) {
        switch (entry.happening()) {
            case Happening.CopiesSent now -> book(now.queue()).sent(now);
            case Happening.CopiesReceived now -> book(now.queue()).published.add(now.messages());
            case Happening.MessagesEnqueued now -> book(now.queue()).enqueued(now.replica(), now.messages());
            case Happening.MessagesDelivered now -> book(now.queue()).delivered(now);
            case Happening.MessagesRequeued now -> book(now.queue()).requeued(now);
            case Happening.MessagesSettled now ->
                book(now.queue()).settled(now.master(), fate(now.fate()), now.messages());
            case Happening.ReplicaHolds now -> book(now.queue()).holds(now);
            case Happening.PublishesUnstored now -> unstored(now);
            case Happening.PublishesRouted way -> {
            }
            case Happening.MessagesNamed now -> named(now);
            case Happening.MessagesUnsent(var queue, var messages) when queue != null ->
                book(queue).named.remove(MessageSet.of(List.of(messages)));
            case Happening.ReplicaStarted now -> book(now.queue()).holding(now.replica());
            case Happening.ReplicaStopped now when !now.reason().equals("shutdown") -> book(now.queue())
                    .holding(now.replica()).erase();
            case Happening.MirrorPromoted now -> answered(() -> book(now.queue()).succeeded(now));
            case Happening.SyncStarted now -> answered(() -> book(now.queue()).synchronisationStarts(now));
            case Happening.SyncEnded now -> answered(() -> book(now.queue()).synchronisationEnds(now));
            case Happening.OldTagsSettled now -> book(now.queue()).astray.add(now.hit());
            case Happening.ConsumerRemoved now -> answered(() -> book(now.queue()).automatic.forget(now));
            case Happening.PublishesAnswered now -> {
                publishers.answered(now);
                reckoned.keySet().removeIf(queue -> isFrom(now.messages(), queue));
            }
            case Happening.ConfirmsSelected now -> answered(() -> publishers.asked(now));
            case Happening.ChannelOpened now -> publishers.opened(now);
            case Happening.ChannelClosed now -> answered(() -> publishers.closed(now.channel()));
            case Happening.ConnectionClosed now -> answered(
                    () -> publishers.closed(now.node(), entry.incarnation(), now.connection()));
            case Happening.JournalGap now -> answered(() -> gaps.add(now.gapOrigin()));
            case Happening other -> reckoned.clear();
        }
    }

    private void answered(Runnable change) {
        change.run();
        reckoned.clear();
    }

    /// Did the channels that were answered publish to this queue? What one answer says of a channel holds for all its messages.
    private boolean isFrom(MessageSet answered, QueueName queue) {
        QueueBook book = books.get(queue);
        return book == null || book.published.sharesChannel(answered) || book.named.sharesChannel(answered);
    }

    private QueueBook book(QueueName queue) {
        reckoned.remove(queue);
        return books.computeIfAbsent(queue, unused -> new QueueBook());
    }

    private void unstored(Happening.PublishesUnstored now) {
        Fate fate = fate(now.fate());
        QueueName queue = now.queue();
        if (queue != null) {
            book(queue).unstored(fate, now.messages());
            return;
        }
        unrouted.add(now.messages());
        for (QueueName each : List.copyOf(books.keySet())) {
            MessageSet its = book(each).named.among(now.messages());
            if (!its.isEmpty()) {
                book(each).unstored(fate, its);
                unrouted.remove(its);
            }
        }
    }

    private void named(Happening.MessagesNamed now) {
        MessageSet messages = MessageSet.of(List.of(now.messages()));
        if (now.queue() == null) {
            return; // replicas will say which queues they came to
        }
        QueueBook book = book(now.queue());
        book.named.add(messages);
        MessageSet known = unrouted.among(messages);
        if (!known.isEmpty()) {
            book.unstored(Fate.UNROUTABLE, known);
            unrouted.remove(known);
        }
    }

    /// What was lost before stays lost; what was told stays told; the rest shares the queue's end (N-05, P-23).
    private void removed(Happening.QueueRemoved now) {
        QueueBook book = book(now.queue());
        if (book.knowsRemoval(now.version())) {
            return;
        }
        MessageSet lost = reckon(now.queue()).of(Fate.LOST);
        MessageSet notKnown = reckon(now.queue()).of(Fate.NOT_KNOWN);
        MessageSet present = book.published.set().minus(lost).minus(notKnown);
        for (Tally told : book.told.values()) {
            present = present.minus(told.set());
        }
        book.tell(Fate.LOST, lost);
        book.tell(Fate.NOT_KNOWN, notKnown);
        book.removed(now.version(), now.reason().equals("node-down") ? Fate.LOST : Fate.DELETED, present);
    }

    /// The journal's word for a fate.
    private static Fate fate(String word) {
        return switch (word) {
            case "acknowledged" -> Fate.ACKNOWLEDGED;
            case "auto-acknowledged" -> Fate.AUTO_ACKNOWLEDGED;
            case "rejected" -> Fate.REJECTED;
            case "expired" -> Fate.EXPIRED;
            case "dropped" -> Fate.DROPPED;
            case "purged" -> Fate.PURGED;
            case "deleted" -> Fate.DELETED;
            case "dead-lettered" -> Fate.DEAD_LETTERED;
            case "unroutable" -> Fate.UNROUTABLE;
            case "refused" -> Fate.REFUSED;
            default -> throw new IllegalArgumentException("a message's end has no such name: " + word);
        };
    }

    /// The picture after the same entries.
    public ClusterPicture picture() {
        return picture;
    }

    /// Of every queue that a message was published to, in order of virtual host and name; removed queues too.
    public List<QueueAccount> accounts() {
        return books.keySet().stream().map(this::reckon).filter(each -> !each.published().isEmpty()).toList();
    }

    /// Empty when nothing was told of such a queue.
    public Optional<QueueAccount> account(QueueName queue) {
        return books.containsKey(queue) ? Optional.of(reckon(queue)) : Optional.empty();
    }

    private QueueAccount reckon(QueueName queue) {
        QueueAccount known = reckoned.get(queue);
        if (known == null) {
            QueueBook book = books.getOrDefault(queue, new QueueBook());
            MessageSet onTheirWay = book.named.set().minus(book.published.set());
            for (QueueBook other : books.values()) {
                onTheirWay = onTheirWay.isEmpty() ? onTheirWay : onTheirWay.minus(other.routed.set());
            }
            known = new Reckoning(queue, book, book.published.set().union(onTheirWay), picture, publishers, gaps,
                    replica -> end(replica).equals("died") || end(replica).equals("killed"))
                    .account();
            reckoned.put(queue, known);
        }
        return known;
    }

    /// Publishes that matched no queue and that nobody named (P-25).
    public MessageSet unroutable() {
        return unrouted.set();
    }

    /// What went through these open channels.
    public ClientCounts traffic(Collection<ChannelId> channels) {
        return traffic.of(channels);
    }

    /// Why things happened, oldest first.
    public List<CauseCard> cards() {
        return causes.cards(this);
    }

    /// For the cause cards: what a lost master had or was about to get.
    MessageSet reached(QueueName queue, ReplicaId replica) {
        QueueBook book = books.get(queue);
        Holding holding = book == null ? null : book.known(replica);
        return holding == null ? MessageSet.EMPTY : holding.contents().union(holding.onTheWay());
    }

    /// What an automatic consumer was sent and did not get; it is lost from now on (F-23).
    MessageSet cutOff(Happening.DeliveriesCutOff now) {
        QueueBook book = book(now.queue());
        MessageSet lost = book.automatic.cutOff(now);
        book.astray.add(lost);
        return lost;
    }

    /// What a promoted mirror had of its own, or has got since.
    MessageSet keptBy(QueueName queue, ReplicaId successor) {
        QueueBook book = books.get(queue);
        return book == null ? MessageSet.EMPTY : book.keptBy(successor);
    }

    /// What of these is on no disk, because it or the queue is transient.
    MessageSet inMemory(QueueName queue, MessageSet messages) {
        QueueBook book = books.get(queue);
        boolean durable = picture.queue(queue).filter(each -> each.record().durable()).isPresent();
        return book == null || !durable ? messages : book.transientOnes.among(messages);
    }

    /// What of these is on disk, because it and the queue are durable.
    public MessageSet persistent(QueueName queue, MessageSet messages) {
        return messages.minus(inMemory(queue, messages));
    }

    /// What the newest life of this node's replica is known to have had on its disk.
    MessageSet onDisk(QueueName queue, NodeName node) {
        QueueBook book = books.get(queue);
        return book == null ? MessageSet.EMPTY : book.lastHeld(node).minus(book.transientOnes.set());
    }

    /// How the life of the replica's node ended: `killed`, `died`, `stopped`, or `lost` when nobody told.
    String end(ReplicaId replica) {
        return causes.end(replica);
    }

    MessageSet confirmed(MessageSet messages) {
        return publishers.confirmedOf(messages);
    }

    /// How many queues have an account.
    public int queues() {
        return books.size();
    }

    /// An independent ledger of the same state.
    public Ledger copy() {
        Ledger copy = new Ledger();
        copy.picture = picture.copy();
        copy.causes = causes.copy();
        copy.publishers = publishers.copy();
        copy.traffic = traffic.copy();
        books.forEach((queue, book) -> copy.books.put(queue, book.copy()));
        copy.reckoned.putAll(reckoned);
        copy.unrouted = unrouted.copy();
        copy.gaps.addAll(gaps);
        copy.entries = entries;
        return copy;
    }
}
