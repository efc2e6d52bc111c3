package mirrorlab.mirror;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;

/// Per channel: the copies seen from the channel but not yet from the master's stream, first-in-first-out (P-10), and the ids
/// seen from the stream but not yet from the channel (P-12).
final class ChannelViews {
    private final Map<ChannelId, View> views = new LinkedHashMap<>();

    private static final class View {
        final ArrayDeque<DirectCopy> copies = new ArrayDeque<>();
        final TreeSet<Long> streamOnly = new TreeSet<>();
        boolean down;
        boolean senderDead;
    }

    /// How the stream's publish of a message meets what the channel sent.
    enum Meeting {
        /// The copy was there: the confirm is due.
        COPY_FIRST,
        /// The copy was there, and nobody waits for a confirm.
        COPY_FIRST_NO_CONFIRM,
        /// The copy comes later and completes the confirm (P-12).
        STREAM_FIRST,
        /// Published before this mirror was in the record: no copy comes (P-13).
        OLDER
    }

    private View view(ChannelId channel) {
        return views.computeIfAbsent(channel, unused -> new View());
    }

    /// @return true when the stream brought the message already: the copy only completes the confirm
    boolean copyArrived(DirectCopy copy) {
        View view = view(copy.message().id().channel());
        long sequence = copy.message().id().sequence();
        // links are first-in-first-out: what the channel sent before this and is not here was never sent here
        view.streamOnly.headSet(sequence).clear();
        if (view.streamOnly.remove(sequence)) {
            return true;
        }
        view.copies.add(copy);
        return false;
    }

    Meeting published(MessageId id) {
        View view = view(id.channel());
        DirectCopy head = view.copies.peek();
        if (head == null) {
            view.streamOnly.add(id.sequence());
            return Meeting.STREAM_FIRST;
        }
        if (!head.message().id().equals(id)) {
            return Meeting.OLDER;
        }
        view.copies.remove();
        return head.confirm() ? Meeting.COPY_FIRST : Meeting.COPY_FIRST_NO_CONFIRM;
    }

    /// A master takes copies at once; only those that the old master's stream brought are known before (F-11).
    boolean isKnownFromStream(MessageId id) {
        View view = views.get(id.channel());
        return view != null && view.streamOnly.remove(id.sequence());
    }

    /// All copies that came from channels only, first-in-first-out within a channel; forgets them (F-11).
    List<DirectCopy> takeChannelOnly() {
        List<DirectCopy> all = new ArrayList<>();
        for (View each : views.values()) {
            all.addAll(each.copies);
            each.copies.clear();
        }
        return all;
    }

    long channelOnlyCount() {
        long count = 0;
        for (View each : views.values()) {
            count += each.copies.size();
        }
        return count;
    }

    /// Both this and `senderDead` have to come before a dead channel's copies are thrown away (P-17).
    ///
    /// @return whether there were some, and now are not
    boolean channelDown(ChannelId channel) {
        View view = views.get(channel);
        if (view != null) {
            view.down = true;
        }
        return view != null && forget(channel, view);
    }

    /// @return whether copies were thrown away
    boolean senderDead(ChannelId channel) {
        View view = views.get(channel);
        if (view != null) {
            view.senderDead = true;
        }
        return view != null && forget(channel, view);
    }

    private boolean forget(ChannelId channel, View view) {
        boolean over = view.down && view.senderDead;
        if (over) {
            views.remove(channel);
        }
        return over && !view.copies.isEmpty();
    }

    void remove(ChannelId channel) {
        views.remove(channel);
    }

    List<ChannelId> channelsOf(NodeName node) {
        return views.keySet().stream().filter(each -> each.node().equals(node)).toList();
    }

    /// Channels whose end this replica has seen itself.
    List<ChannelId> down() {
        return views.entrySet().stream().filter(each -> each.getValue().down).map(Map.Entry::getKey).toList();
    }
}
