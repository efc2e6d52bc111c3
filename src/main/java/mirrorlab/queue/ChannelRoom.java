package mirrorlab.queue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import mirrorlab.vocabulary.ChannelId;

/// One channel as a queue's master sees it: how many deliveries have not left for the client's socket, and how much room is
/// left of what the channel gave under a shared limit.
final class ChannelRoom {
    /// RabbitMQ's `unsent_message_limit`.
    static final int UNSENT_LIMIT = 200;
    final ChannelId id;
    int consumers;
    private final LinkedHashSet<Line> parked = new LinkedHashSet<>();
    private ChannelLimit limit = ChannelLimit.NONE;
    private int unsent;
    private long room;
    private long asked;
    private boolean wished;

    ChannelRoom(ChannelId id) {
        this.id = id;
    }

    ChannelLimit limit() {
        return limit;
    }

    int unsent() {
        return unsent;
    }

    long room() {
        return room;
    }

    boolean isBlocked() {
        return unsent >= UNSENT_LIMIT || lacksRoom();
    }

    boolean lacksRoom() {
        return limit.shared() && room == 0;
    }

    void delivered() {
        unsent++;
        if (limit.shared() && room > 0) {
            room--;
        }
    }

    void written(int count) {
        unsent = Math.max(0, unsent - count);
    }

    /// What is older than what holds already is late, and void.
    void limit(ChannelLimit newer) {
        if (newer.generation() > limit.generation()) {
            limit = newer;
            room = 0;
            asked = 0;
            wished = false;
        }
    }

    void give(long generation, long count) {
        if (limit.shared() && limit.generation() == generation) {
            room += count;
            asked = Math.max(0, asked - count);
        }
    }

    /// What is left; with the channel's last consumer its wish goes, too.
    long takeBack() {
        long left = room;
        room = 0;
        asked = consumers == 0 ? 0 : asked;
        return left;
    }

    /// Whether the channel has to be asked; it is not while it owes an earlier wish.
    boolean ask(long count) {
        if (!lacksRoom() || asked > 0) {
            return false;
        }
        asked = count;
        wished = true;
        return true;
    }

    /// Whether room is left though something was wished for: the wish is void, also where the channel still counts more of
    /// it, because what it gave and the wish crossed.
    boolean hasEnough() {
        boolean enough = wished && room > 0;
        if (enough) {
            asked = 0;
            wished = false;
        }
        return enough;
    }

    void park(Line line) {
        parked.add(line);
    }

    boolean isParked(Line line) {
        return parked.contains(line);
    }

    void unpark(Line line) {
        parked.remove(line);
    }

    /// All that waited, when the channel is not blocked any more.
    List<Line> unparked() {
        if (isBlocked() || parked.isEmpty()) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>(parked);
        parked.clear();
        return lines;
    }
}
