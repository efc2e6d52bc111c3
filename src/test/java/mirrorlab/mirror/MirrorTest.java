package mirrorlab.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.Standing;
import mirrorlab.queue.Stretch;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessagePacker;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// One mirror, alone with what its master and channels say.
class MirrorTest {
    private final QueueName queue = new QueueName("/", "q");
    private final ReplicaId master = new ReplicaId(new NodeName("rabbit1@localhost"), 1, 1);
    private final ReplicaId id = new ReplicaId(new NodeName("rabbit2@localhost"), 1, 1);
    private final ChannelId channel = new ChannelId(new NodeName("rabbit3@localhost"), 1, 1);
    private final HaSettings all = HaSettings.of(Map.of("ha-mode", "all")).orElseThrow();
    private final Set<ReplicaId> dead = new HashSet<>();
    private final List<Object> sent = new ArrayList<>();
    private final List<MetadataChange> proposed = new ArrayList<>();
    private final Replica mirror = Replica.mirror(id, record(master, List.of()), all, QueueSettings.NONE,
            new Replica.Surroundings() {
                @Override
                public boolean isAlive(ReplicaId replica) {
                    return !dead.contains(replica);
                }

                @Override
                public List<NodeName> running() {
                    return List.of(master.node(), id.node());
                }

                @Override
                public long now() {
                    return 0;
                }

                @Override
                public boolean hasExchange(ExchangeName exchange) {
                    return exchange.isDefault();
                }
            }, new SplittableRandom(1));
    private long next = 1;

    private QueueRecord record(ReplicaId leader, List<ReplicaId> mirrors) {
        return new QueueRecord(queue, 1, true, false, null, Map.of(), leader, leader.equals(master) ? 1 : 2, mirrors,
                List.of(), List.of(), List.of(), "ha", false);
    }

    private Message message(long sequence) {
        return new Message(new MessageId(channel, sequence), "", "q", false, Bytes.EMPTY, Bytes.of("m" + sequence));
    }

    private Stretch packed(long sequence, boolean unacknowledged) {
        MessagePacker packer = new MessagePacker();
        packer.add(message(sequence));
        return new Stretch(packer.pack(), unacknowledged);
    }

    private void take() {
        for (ReplicaEffect each : mirror.take()) {
            switch (each) {
                case ReplicaEffect.ToReplica(ReplicaMessage message) -> sent.add(message);
                case ReplicaEffect.ToChannel(QueueMessage.ToChannel message) -> sent.add(message);
                case ReplicaEffect.Propose(MetadataChange change) -> proposed.add(change);
                default -> {
                }
            }
        }
    }

    /// In the stream and in the record.
    private void joined() {
        mirror.on(new ReplicaMessage.StreamJoined(id, master, 1, 0, 0));
        mirror.recordChanged(record(master, List.of(id)), all, QueueSettings.NONE);
        take();
        sent.clear();
        proposed.clear();
    }

    private void apply(ReplicaOperation... operations) {
        mirror.on(new ReplicaMessage.Operations(id, master, 1, next, List.of(operations), 0));
        next += operations.length;
        take();
    }

    private void copy(long sequence) {
        mirror.on(new QueueMessage.DirectCopy(id, message(sequence), true, true));
        take();
    }

    private List<Long> held() {
        List<Long> ids = new ArrayList<>();
        for (var each = mirror.contents(); each.hasNext();) {
            Standing standing = each.next();
            long sequence = standing.held().message().id().sequence();
            ids.add(standing.unacknowledged() ? -sequence : sequence);
        }
        return ids;
    }

    private QueueMessage.Confirm confirm(long sequence) {
        return new QueueMessage.Confirm(channel, id, new MessageSet.Builder().add(message(sequence).id()).build());
    }

    @Test
    void a_copy_alone_is_not_enqueued() { // P-09
        joined();
        copy(1);
        assertThat(held()).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void the_stream_enqueues_and_a_confirm_needs_both() { // P-10, P-11, P-20
        joined();
        copy(1);
        apply(new ReplicaOperation.Publish(message(1)));
        assertThat(held()).containsExactly(1L);
        assertThat(sent).contains(confirm(1));
        sent.clear();
        apply(new ReplicaOperation.Publish(message(2)));
        assertThat(held()).containsExactly(1L, 2L);
        assertThat(sent).doesNotContain(confirm(2));
        copy(2);
        assertThat(sent).contains(confirm(2));
    }

    @Test
    void what_was_discarded_is_confirmed_and_not_held() { // P-15
        joined();
        copy(1);
        apply(new ReplicaOperation.Discard(message(1).id()));
        assertThat(held()).isEmpty();
        assertThat(sent).contains(confirm(1));
    }

    @Test
    void a_drop_takes_from_the_head_only_what_this_mirror_has_too_much() { // S-05
        joined();
        apply(new ReplicaOperation.Depth(3, List.of()), new ReplicaOperation.Publish(message(4)),
                new ReplicaOperation.Drop(3, 1, false));
        assertThat(held()).containsExactly(4L);
        assertThat(mirror.position().delta()).isEqualTo(2);
        apply(new ReplicaOperation.Drop(0, 3, true));
        assertThat(held()).containsExactly(-4L);
    }

    @Test
    void what_it_lacked_being_gone_makes_it_synchronised() { // T-07
        joined();
        apply(new ReplicaOperation.Depth(1, List.of()));
        assertThat(mirror.position().synchronised()).isFalse();
        apply(new ReplicaOperation.Publish(message(2)), new ReplicaOperation.Drop(1, 1, false));
        assertThat(mirror.position().synchronised()).isTrue();
        assertThat(proposed).containsExactly(new MetadataChange.MirrorSynchronised(queue, id, List.of()));
    }

    @Test
    void it_is_not_recorded_before_its_elders_are_level() {
        mirror.on(new ReplicaMessage.StreamJoined(id, master, 1, 5, 3));
        take();
        assertThat(mirror.position().phase()).isEqualTo("levelling");
        assertThat(proposed).isEmpty();
        mirror.on(new ReplicaMessage.Operations(id, master, 1, 6, List.of(), 5));
        take();
        assertThat(proposed).containsExactly(new MetadataChange.MirrorAdded(queue, master, id));
    }

    @Test
    void a_synchronisation_begins_empty_and_a_cancelled_one_leaves_nothing() { // S-09, S-16
        joined();
        apply(new ReplicaOperation.Depth(2, List.of()), new ReplicaOperation.Publish(message(3)),
                new ReplicaOperation.SyncStart(1, List.of(id)));
        assertThat(sent).contains(new ReplicaMessage.SyncAnswer(master, id, 1, true));
        mirror.on(new ReplicaMessage.SyncBatch(id, master, 1, 1, List.of(packed(1, true), packed(2, false))));
        assertThat(held()).containsExactly(-1L, 2L);
        mirror.on(new ReplicaMessage.SyncFinished(id, master, 1, false, 1));
        assertThat(held()).isEmpty();
        assertThat(mirror.position().synchronised()).isFalse();
    }

    @Test
    void a_complete_synchronisation_makes_it_synchronised() { // S-15
        joined();
        apply(new ReplicaOperation.Depth(1, List.of()), new ReplicaOperation.SyncStart(1, List.of(id)));
        mirror.on(new ReplicaMessage.SyncBatch(id, master, 1, 1,
                List.of(packed(1, false))));
        mirror.on(new ReplicaMessage.SyncFinished(id, master, 1, true, 1));
        take();
        assertThat(mirror.position().synchronised()).isTrue();
    }

    @Test
    void a_synchronisation_that_says_it_is_complete_needs_all_its_batches() { // S-15, S-25
        joined();
        apply(new ReplicaOperation.Depth(1, List.of()), new ReplicaOperation.SyncStart(1, List.of(id)));
        mirror.on(new ReplicaMessage.SyncFinished(id, master, 1, true, 1));
        assertThat(mirror.position().synchronised()).isFalse();
        mirror.on(new ReplicaMessage.SyncBatch(id, master, 1, 1, List.of(packed(1, false))));
        assertThat(mirror.position().synchronised()).isTrue();
    }

    @Test
    void how_far_behind_it_is_is_unknown_until_its_master_says() { // S-03
        joined();
        apply(new ReplicaOperation.Publish(message(3)));
        assertThat(mirror.position().delta()).isEqualTo(-1);
        apply(new ReplicaOperation.Depth(3, List.of()));
        assertThat(mirror.position().delta()).isEqualTo(2);
    }

    @Test
    void how_much_was_sent_is_told_at_most_once_a_second_by_whole_batches() { // S-14
        joined();
        apply(new ReplicaOperation.Depth(0, List.of()));
        for (long i = 1; i <= 11; i++) {
            apply(new ReplicaOperation.Publish(message(i)));
        }
        promote();
        ReplicaId other = new ReplicaId(channel.node(), 1, 1);
        mirror.on(new ReplicaMessage.JoinStream(id, other));
        mirror.recordChanged(record(id, List.of(other)),
                HaSettings.of(Map.of("ha-mode", "all", "ha-sync-batch-size", 2L)).orElseThrow(), QueueSettings.NONE);
        assertThat(syncMessages()).isNull();
        mirror.synchronise(false);
        mirror.on(new ReplicaMessage.SyncAnswer(id, other, 1, true));
        assertThat(syncMessages()).isZero();
        mirror.timer("sync-progress");
        assertThat(syncMessages()).isEqualTo(8);
        mirror.on(new ReplicaMessage.SyncTaken(id, other, 1, 1));
        assertThat(syncMessages()).isEqualTo(8);
        mirror.timer("sync-progress");
        assertThat(syncMessages()).isEqualTo(10);
        mirror.on(new ReplicaMessage.SyncTaken(id, other, 1, 2));
        assertThat(syncMessages()).isNull();
    }

    private Long syncMessages() {
        return mirror.counters().syncMessages();
    }

    @Test
    void it_applies_nothing_of_a_dead_master_and_claims_when_it_is_the_only_one() { // F-03
        joined();
        apply(new ReplicaOperation.Depth(0, List.of()), new ReplicaOperation.Publish(message(1)));
        dead.add(master);
        proposed.clear();
        mirror.gone(master, true);
        apply(new ReplicaOperation.Publish(message(2)));
        assertThat(held()).containsExactly(1L);
        assertThat(proposed).containsExactly(new MetadataChange.MasterReplaced(queue, master, id, List.of()));
    }

    private List<QueueMessage.Credit> credit() {
        List<QueueMessage.Credit> credit = sent.stream().filter(QueueMessage.Credit.class::isInstance)
                .map(QueueMessage.Credit.class::cast).toList();
        sent.clear();
        return credit;
    }

    @Test
    void it_gives_back_one_credit_for_the_copy_and_one_for_the_stream() { // P-29
        joined();
        for (int i = 1; i <= 199; i++) {
            copy(i);
        }
        assertThat(credit()).isEmpty();
        apply(new ReplicaOperation.Publish(message(1)));
        assertThat(credit()).containsExactly(new QueueMessage.Credit(channel, id, 200));
        for (int i = 2; i <= 199; i++) {
            apply(i % 2 == 0
                    ? new ReplicaOperation.Publish(message(i))
                    : new ReplicaOperation.Discard(
                            message(i).id()));
        }
        copy(200);
        assertThat(credit()).isEmpty();
        copy(201);
        assertThat(credit()).containsExactly(new QueueMessage.Credit(channel, id, 200));
    }

    @Test
    void promoted_it_gives_back_what_the_old_master_did_not_and_both_for_a_mirrors_copy() { // P-29, F-11
        joined();
        apply(new ReplicaOperation.Depth(0, List.of()));
        for (int i = 1; i <= 99; i++) {
            copy(i);
        }
        promote();
        assertThat(credit()).isEmpty();
        copy(100);
        assertThat(credit()).containsExactly(new QueueMessage.Credit(channel, id, 200));
    }

    @Test
    void promoted_it_requeues_what_was_unacknowledged_and_takes_the_copies_it_had() { // T-02
        joined();
        apply(new ReplicaOperation.Depth(0, List.of()), new ReplicaOperation.PublishDelivered(message(1)));
        copy(2);
        promote();
        assertThat(mirror.isMaster()).isTrue();
        assertThat(held()).containsExactly(1L, 2L);
    }

    @Test
    void promoted_it_takes_a_copy_that_was_sent_to_it_as_a_mirror_as_delivered_before() { // P-29, F-12
        joined();
        apply(new ReplicaOperation.Depth(0, List.of()));
        promote();
        copy(1);
        mirror.on(new QueueMessage.DirectCopy(id, message(2), true, false));
        List<Boolean> delivered = new ArrayList<>();
        mirror.contents().forEachRemaining(each -> delivered.add(each.held().delivered()));
        assertThat(delivered).containsExactly(true, false);
    }

    @Test
    void what_a_channel_asked_of_the_coming_master_ends_with_the_channel() { // F-37
        joined();
        apply(new ReplicaOperation.Depth(0, List.of()), new ReplicaOperation.Publish(message(1)));
        mirror.on(new QueueMessage.Request(id, channel, 1, new QueueMessage.Wish.Get(false)));
        mirror.channelsGone(channel.node());
        promote();
        assertThat(held()).containsExactly(1L);
    }

    private void promote() {
        dead.add(master);
        mirror.gone(master, true);
        mirror.recordChanged(record(id, List.of()), all, QueueSettings.NONE);
        take();
    }
}
