package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;

/// What publishers asked for and what they were told, over all queues.
final class Publishers {
    private final Tally confirmed = new Tally();
    private final Tally nacked = new Tally();
    private final Tally returned = new Tally();
    private final Map<ChannelId, Long> askedFrom = new TreeMap<>();
    private final TreeSet<ChannelId> closed = new TreeSet<>();
    private final Map<ChannelId, Long> connections = new TreeMap<>();

    void opened(Happening.ChannelOpened now) {
        connections.put(now.channel(), now.connection());
    }

    void closed(ChannelId channel) {
        closed.add(channel);
        connections.remove(channel);
    }

    void closed(NodeName node, long incarnation, long connection) {
        List<ChannelId> its = connections.entrySet().stream().filter(each -> each.getValue() == connection
                && each.getKey().node().equals(node) && each.getKey().incarnation() == incarnation)
                .map(Map.Entry::getKey)
                .toList();
        its.forEach(this::closed);
    }

    void asked(Happening.ConfirmsSelected now) {
        askedFrom.merge(now.channel(), now.from(), Math::min);
    }

    void answered(Happening.PublishesAnswered now) {
        switch (now.outcome()) {
            case "confirmed" -> confirmed.add(now.messages());
            case "nacked" -> nacked.add(now.messages());
            case "returned" -> returned.add(now.messages());
            default ->
                throw new IllegalArgumentException("a publish is confirmed, nacked or returned, not " + now.outcome());
        }
        if (!now.outcome().equals("returned")) {
            now.messages().intervals().forEach(each -> askedFrom.merge(each.channel(), each.first(), Math::min));
        }
    }

    MessageSet confirmedOf(MessageSet messages) {
        return confirmed.among(messages);
    }

    /// The channel can send nothing any more.
    boolean isGone(ChannelId channel, ClusterPicture picture) {
        return closed.contains(channel) || !picture.isAlive(channel);
    }

    /// A return comes before the confirm of the same message and says more (P-25); a nack wins over a confirm (P-22).
    Map<Word, MessageSet> words(MessageSet published, ClusterPicture picture) {
        Map<Word, MessageSet> words = new EnumMap<>(Word.class);
        MessageSet rest = published;
        rest = claim(words, Word.RETURNED, rest, returned);
        rest = claim(words, Word.NACKED, rest, nacked);
        rest = claim(words, Word.CONFIRMED, rest, confirmed);
        MessageSet waiting = MessageSet.EMPTY;
        MessageSet gone = MessageSet.EMPTY;
        for (ChannelId channel : rest.channels()) {
            Long from = askedFrom.get(channel);
            if (from != null) {
                MessageSet before = from == 1
                        ? MessageSet.EMPTY
                        : MessageSet.of(List.of(new Interval(channel, 1, from - 1)));
                MessageSet asked = rest.of(channel::equals).minus(before);
                boolean isGone = isGone(channel, picture);
                gone = isGone ? gone.union(asked) : gone;
                waiting = isGone ? waiting : waiting.union(asked);
            }
        }
        put(words, Word.WAITING, waiting);
        put(words, Word.CONNECTION_GONE, gone);
        put(words, Word.NOT_ASKED, rest.minus(waiting).minus(gone));
        return words;
    }

    private static MessageSet claim(Map<Word, MessageSet> words, Word word, MessageSet rest, Tally told) {
        MessageSet its = told.among(rest);
        put(words, word, its);
        return rest.minus(its);
    }

    private static void put(Map<Word, MessageSet> words, Word word, MessageSet messages) {
        if (!messages.isEmpty()) {
            words.put(word, messages);
        }
    }

    Publishers copy() {
        Publishers copy = new Publishers();
        copy.confirmed.replace(confirmed.set());
        copy.nacked.replace(nacked.set());
        copy.returned.replace(returned.set());
        copy.askedFrom.putAll(askedFrom);
        copy.closed.addAll(closed);
        copy.connections.putAll(connections);
        return copy;
    }
}
