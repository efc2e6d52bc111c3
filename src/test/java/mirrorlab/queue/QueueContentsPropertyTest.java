package mirrorlab.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessagePacker;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random operations on the contents and on a plain sorted list; both must always agree (S-02, P-08, P-16, F-11).
class QueueContentsPropertyTest {
    private static final int CASES = 3000;
    private static final List<ChannelId> CHANNELS = IntStream.rangeClosed(1, 3)
            .mapToObj(each -> new ChannelId(NodeName.of("rabbit" + each), 1, 1)).toList();

    private record Place(long position, Message message, boolean delivered, boolean unacknowledged) {}

    /// The obvious way to do it.
    private static final class PlainQueue {
        private final List<Place> places = new ArrayList<>();
        private long nextPosition = 1;

        void put(Place place) {
            places.add(place);
            places.sort(Comparator.comparingLong(Place::position));
            nextPosition = Math.max(nextPosition, place.position() + 1);
        }

        List<Place> where(boolean unacknowledged) {
            return places.stream().filter(each -> each.unacknowledged() == unacknowledged).toList();
        }

        /// Ready, in the order in which they leave.
        List<Place> ready(int highest) {
            return where(false).stream().sorted(Comparator
                    .comparingInt((Place each) -> -Math.min(each.message().priority(), highest))
                    .thenComparingLong(Place::position)).toList();
        }

        List<Interval> intervals(List<Place> some, int most) {
            List<Interval> all = new ArrayList<>();
            for (Place each : some) {
                MessageId id = each.message().id();
                Interval last = all.isEmpty() ? null : all.getLast();
                if (last != null && last.channel().equals(id.channel()) && last.last() + 1 == id.sequence()) {
                    all.set(all.size() - 1, new Interval(last.channel(), last.first(), id.sequence()));
                } else {
                    all.add(new Interval(id.channel(), id.sequence(), id.sequence()));
                }
            }
            return all.subList(0, Math.min(most, all.size()));
        }
    }

    private final long[] sequences = new long[CHANNELS.size()];
    private int highest;
    private QueueContents contents = new QueueContents();
    private final PlainQueue plain = new PlainQueue();

    /// @param highest priority; 0 for a queue without
    /// @param chunk so many are packed together
    private static QueueContentsPropertyTest of(int highest, int chunk) {
        QueueContentsPropertyTest one = new QueueContentsPropertyTest();
        one.highest = highest;
        one.contents = new QueueContents(highest, chunk);
        return one;
    }

    static IntStream hundreds() {
        return IntStream.range(0, CASES / 100);
    }

    @ParameterizedTest
    @MethodSource("hundreds")
    void agrees_with_a_plain_list_whatever_is_done(int hundred) {
        for (int seed = hundred * 100; seed < hundred * 100 + 100; seed++) {
            of(seed % 2 * 5, seed % 5 == 0 ? 1024 : 1 + seed % 3).play(new Random(seed * 7919L), seed);
        }
    }

    @Test
    void the_same_operations_give_the_same_state() {
        QueueContentsPropertyTest one = new QueueContentsPropertyTest();
        QueueContentsPropertyTest other = new QueueContentsPropertyTest();
        one.play(new Random(5), 5);
        other.play(new Random(5), 5);
        List<Standing> seen = new ArrayList<>();
        one.contents.inOrder().forEachRemaining(seen::add);
        List<Standing> again = new ArrayList<>();
        other.contents.inOrder().forEachRemaining(again::add);
        assertThat(seen).isEqualTo(again);
    }

    private void play(Random random, int seed) {
        int operations = 10 + random.nextInt(120);
        int growth = 5 + random.nextInt(20);
        for (int i = 0; i < operations; i++) {
            step(random, random.nextInt(13 + growth));
            compare("seed " + seed + ", operation " + i, random);
        }
    }

    private void step(Random random, int choice) {
        switch (choice) {
            case 0 -> remove(random, false);
            case 1 -> remove(random, true);
            case 2 -> requeue(random, false);
            case 3 -> requeue(random, true);
            case 4 -> drop(1 + random.nextInt(3));
            case 5 -> drop(random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1);
            case 6 -> {
                if (random.nextInt(8) == 0) {
                    contents.clear();
                    plain.places.clear();
                }
            }
            case 7 -> placeAnywhere(random);
            case 8 -> {
                publishDelivered(random);
                take(random);
            }
            case 9, 10, 11 -> fetch(random.nextInt(3) > 0);
            case 12 -> packed(random);
            default -> {
                Message message = next(random);
                boolean delivered = random.nextBoolean();
                long position = contents.enqueue(message, delivered);
                assertThat(position).isEqualTo(plain.nextPosition);
                plain.put(new Place(position, message, delivered, false));
            }
        }
    }

    private void packed(Random random) {
        MessagePacker packer = new MessagePacker();
        List<Message> messages = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            messages.add(next(random));
            packer.add(messages.getLast());
        }
        assertThat(contents.enqueue(packer.pack(), true)).isEqualTo(plain.nextPosition);
        messages.forEach(each -> plain.put(new Place(plain.nextPosition, each, true, false)));
    }

    private void fetch(boolean ackRequired) {
        Message next = contents.head();
        Held head = contents.fetch(ackRequired);
        List<Place> ready = plain.ready(highest);
        if (ready.isEmpty()) {
            assertThat(head).isNull();
            assertThat(next).isNull();
            return;
        }
        Place first = ready.getFirst();
        assertThat(head).isEqualTo(new Held(first.position(), first.message(), first.delivered()));
        assertThat(next).isEqualTo(first.message());
        left(first, ackRequired);
    }

    /// By its id, wherever it stands.
    private void take(Random random) {
        List<Place> all = plain.places;
        if (highest == 0 || all.isEmpty()) {
            return;
        }
        Place place = all.get(random.nextInt(all.size()));
        boolean ackRequired = random.nextBoolean();
        Held taken = contents.take(place.message().id(), ackRequired);
        assertThat(taken != null).isEqualTo(!place.unacknowledged());
        if (taken != null) {
            left(place, ackRequired);
        }
    }

    private void left(Place first, boolean ackRequired) {
        plain.places.remove(first);
        if (ackRequired) {
            plain.put(new Place(first.position(), first.message(), true, true));
        }
    }

    private void remove(Random random, boolean byId) {
        if (plain.places.isEmpty()) {
            return;
        }
        Place place = plain.places.get(random.nextInt(plain.places.size()));
        Held gone = byId ? contents.acknowledge(place.message().id()) : contents.acknowledge(place.position());
        assertThat(gone != null).isEqualTo(place.unacknowledged());
        if (place.unacknowledged()) {
            plain.places.remove(place);
        }
    }

    private void requeue(Random random, boolean all) {
        List<Place> chosen = new ArrayList<>(plain.where(true));
        chosen.removeIf(unused -> !all && random.nextBoolean());
        List<Held> back = all
                ? contents.requeueAll()
                : contents.requeue(chosen.reversed().stream().map(Place::position).toList());
        assertThat(back).extracting(Held::position).isEqualTo(chosen.stream().map(Place::position).toList());
        for (Place each : chosen) {
            plain.places.remove(each);
            plain.put(new Place(each.position(), each.message(), true, false));
        }
    }

    private void drop(int count) {
        List<Place> ready = plain.ready(highest);
        List<Place> expected = ready.subList(0, Math.min(count, ready.size()));
        List<Held> dropped = count == Integer.MAX_VALUE ? contents.purge() : contents.dropHead(count);
        assertThat(dropped).extracting(Held::position).isEqualTo(expected.stream().map(Place::position).toList());
        plain.places.removeAll(expected);
    }

    private void placeAnywhere(Random random) {
        long position = 1 + random.nextLong(plain.nextPosition + 3);
        if (plain.places.stream().anyMatch(each -> each.position() == position)) {
            return;
        }
        boolean unacknowledged = random.nextBoolean();
        Message message = next(random);
        if (unacknowledged) {
            contents.holdAt(position, message);
        } else {
            contents.enqueueAt(position, message, true);
        }
        plain.put(new Place(position, message, true, unacknowledged));
    }

    private void publishDelivered(Random random) {
        Message message = next(random);
        boolean ackRequired = random.nextBoolean();
        long position = contents.publishDelivered(message, ackRequired);
        plain.nextPosition++;
        if (ackRequired) {
            plain.put(new Place(position, message, true, true));
        }
    }

    private Message next(Random random) {
        int channel = random.nextInt(10) < 7 ? 0 : random.nextInt(CHANNELS.size());
        sequences[channel] += random.nextInt(8) == 0 ? 2 : 1;
        return new Message(new MessageId(CHANNELS.get(channel), sequences[channel]), "", "q", true,
                highest == 0 ? 0 : random.nextInt(8), 0, Bytes.EMPTY,
                Bytes.of("x".repeat(random.nextInt(4))));
    }

    private void compare(String when, Random random) {
        assertThat(contents.nextPosition()).as(when).isEqualTo(plain.nextPosition);
        assertThat(contents.readyCount()).as(when).isEqualTo(plain.where(false).size());
        assertThat(contents.unacknowledgedCount()).as(when).isEqualTo(plain.where(true).size());
        assertThat(contents.depth()).as(when).isEqualTo(plain.places.size());
        assertThat(contents.bytes()).as(when)
                .isEqualTo(plain.places.stream().mapToLong(each -> each.message().size()).sum());
        assertThat(contents.readyBodyBytes()).as(when)
                .isEqualTo(plain.where(false).stream().mapToLong(each -> each.message().body().size()).sum());
        int most = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1000;
        assertThat(contents.readyIntervals(most)).as(when).isEqualTo(plain.intervals(plain.ready(highest), most));
        assertThat(contents.unacknowledgedIntervals(most)).as(when).isEqualTo(plain.intervals(plain.where(true), most));
        long from = random.nextLong(plain.nextPosition + 1);
        List<Place> walked = new ArrayList<>();
        contents.from(from).forEachRemaining(each -> walked.add(new Place(each.held().position(), each.held().message(),
                each.held().delivered(), each.unacknowledged())));
        assertThat(walked).as(when).isEqualTo(plain.places.stream().filter(each -> each.position() >= from).toList());
        compareBatches(when, from, 1 + random.nextInt(12), 1 + random.nextInt(40));
    }

    /// All batches together are all that is there, in order; each is as large as it may be.
    private void compareBatches(String when, long from, int most, int mostBytes) {
        List<Place> expected = plain.places.stream().filter(each -> each.position() >= from).toList();
        List<String> seen = new ArrayList<>();
        long next = from;
        while (seen.size() < expected.size()) {
            Batch batch = contents.batch(next, most, mostBytes);
            long size = 0;
            for (Stretch each : batch.stretches()) {
                for (Message message : each.messages()) {
                    assertThat(size).as(when).isLessThan(mostBytes);
                    size += message.size();
                    seen.add(message + " " + each.unacknowledged());
                }
            }
            assertThat(batch.size()).as(when).isEqualTo(size);
            assertThat(batch.count()).as(when).isBetween(1, most);
            assertThat(batch.count() == most || size >= mostBytes || seen.size() == expected.size()).as(when).isTrue();
            next = batch.next();
        }
        assertThat(seen).as(when)
                .isEqualTo(expected.stream().map(each -> each.message() + " " + each.unacknowledged()).toList());
        assertThat(contents.batch(next, most, mostBytes).count()).as(when).isZero();
    }
}
