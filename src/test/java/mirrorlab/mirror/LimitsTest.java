package mirrorlab.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import mirrorlab.content.BasicProperties;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.ChannelLimit;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// A master alone with a channel and a clock; what it does with full queues, old messages and unused queues. Each answer is
/// what 3.10.8 gives.
class LimitsTest {
    private final QueueName queue = new QueueName("/", "q");
    private final ReplicaId id = new ReplicaId(new NodeName("rabbit1@localhost"), 1, 1);
    private final ChannelId channel = new ChannelId(new NodeName("rabbit1@localhost"), 1, 1);
    private final Map<String, Object> arguments = new LinkedHashMap<>();
    private final List<QueueMessage> told = new ArrayList<>();
    private final List<String> deadLetters = new ArrayList<>();
    private final List<MetadataChange> proposed = new ArrayList<>();
    private final Map<String, Long> timers = new TreeMap<>();
    private long now = 1_000_000;
    private long published;
    private long asked;
    private Replica master = master();

    private QueueRecord record() {
        return new QueueRecord(queue, 1, true, false, null, arguments, id, 1, null, List.of(), List.of(), List.of(),
                null, false);
    }

    private Replica master() {
        return Replica.master(id, record(), null, QueueSettings.of(arguments, null), new Replica.Surroundings() {
            @Override
            public boolean isAlive(ReplicaId replica) {
                return true;
            }

            @Override
            public List<NodeName> running() {
                return List.of(id.node());
            }

            @Override
            public long now() {
                return now;
            }

            @Override
            public boolean hasExchange(ExchangeName exchange) {
                return !exchange.name().equals("missing");
            }
        }, new SplittableRandom(1), Replica.Recovered.NOTHING);
    }

    private void declared(Object... keysAndValues) {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            arguments.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        master = master();
        take();
    }

    private void policy(Map<String, Object> definition) {
        master.recordChanged(record(), null, QueueSettings.of(arguments, definition));
        take();
    }

    private void take() {
        for (ReplicaEffect each : master.take()) {
            switch (each) {
                case ReplicaEffect.ToChannel(QueueMessage.ToChannel message) -> told.add(message);
                case ReplicaEffect.DeadLetter letter -> deadLetters
                        .add(letter.message().body().text() + " " + letter.reason() + " " + letter.exchange());
                case ReplicaEffect.Propose(MetadataChange change) -> proposed.add(change);
                case ReplicaEffect.SetTimer(String name, var after) -> timers.put(name, now + after.toMillis());
                case ReplicaEffect.CancelTimer(String name) -> timers.remove(name);
                default -> {
                }
            }
        }
    }

    private void later(long millis) {
        long until = now + millis;
        while (!timers.isEmpty()) {
            var next = timers.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
            if (next.getValue() > until) {
                break;
            }
            timers.remove(next.getKey());
            now = Math.max(now, next.getValue());
            master.timer(next.getKey());
            take();
        }
        now = until;
    }

    private void publish(String body, int priority, String expiration) {
        Bytes properties = expiration.isEmpty()
                ? Bytes.EMPTY
                : BasicProperties.NONE.withExpiration(expiration).encode();
        Message message = new Message(new MessageId(channel, ++published), "", "q", false, priority, 0, properties,
                Bytes.of(body));
        master.on(new QueueMessage.DirectCopy(id, message, true, false));
        take();
    }

    private void publish(String... bodies) {
        for (String each : bodies) {
            publish(each, 0, "");
        }
    }

    private void ask(Wish wish) {
        told.clear();
        master.on(new QueueMessage.Request(id, channel, ++asked, wish));
        take();
    }

    private List<String> get(int count) {
        List<String> got = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ask(new Wish.Get(false));
            told.forEach(each -> {
                if (each instanceof QueueMessage.Reply reply && reply.answer() instanceof QueueMessage.Answer.Got one) {
                    got.add(one.message().body().text());
                }
            });
        }
        return got;
    }

    private void settle(QueueMessage.Outcome outcome, Long... positions) {
        master.on(new QueueMessage.Settle(id, channel, List.of(positions), outcome));
        take();
    }

    private long refused() {
        return told.stream().filter(QueueMessage.Refused.class::isInstance).map(QueueMessage.Refused.class::cast)
                .mapToLong(each -> each.messages().count()).sum();
    }

    @Test
    void a_full_queue_drops_its_head_and_counts_ready_messages_only() { // P-32
        declared("x-max-length", 2);
        publish("m1", "m2", "m3");
        assertThat(get(2)).containsExactly("m2", "m3");
        publish("m4", "m5", "m6");
        assertThat(master.position().depth()).isEqualTo(4);
        settle(QueueMessage.Outcome.REQUEUE, 2L, 3L);
        assertThat(get(3)).containsExactly("m5", "m6");
    }

    @Test
    void bytes_are_those_of_the_bodies() {
        declared("x-max-length-bytes", 10);
        publish("0000", "0001", "0002", "0003");
        assertThat(get(4)).containsExactly("0002", "0003");
    }

    @Test
    void a_queue_that_rejects_publishes_takes_no_more_and_says_so() { // P-22
        declared("x-max-length", 1, "x-overflow", "reject-publish");
        publish("m1", "m2", "m3");
        assertThat(refused()).isEqualTo(2);
        assertThat(deadLetters).isEmpty();
        assertThat(get(2)).containsExactly("m1");
    }

    @Test
    void it_can_dead_letter_what_it_rejects() {
        declared("x-max-length", 1, "x-overflow", "reject-publish-dlx", "x-dead-letter-exchange", "dlx");
        publish("m1", "m2");
        assertThat(refused()).isEqualTo(1);
        assertThat(deadLetters).containsExactly("m2 maxlen dlx");
    }

    @Test
    void the_shorter_of_both_times_to_live_counts_and_only_the_head_expires() {
        declared("x-message-ttl", 500);
        publish("long", 0, "9000");
        publish("short", 0, "100");
        later(400);
        assertThat(master.position().depth()).isEqualTo(2);
        later(100);
        assertThat(master.position().depth()).isZero();
    }

    @Test
    void a_message_that_lives_for_no_time_is_delivered_at_once_or_never() {
        declared("x-message-ttl", 0);
        publish("m1");
        assertThat(master.position().depth()).isZero();
        ask(new Wish.Consume("c", 0, true, false, Map.of(), ChannelLimit.NONE));
        publish("m2");
        assertThat(told).anyMatch(each -> each instanceof QueueMessage.Delivery delivery
                && delivery.message().body().text().equals("m2"));
    }

    @Test
    void a_requeued_message_expires_when_it_would_have() {
        declared("x-message-ttl", 500, "x-dead-letter-exchange", "");
        publish("m1");
        get(1);
        later(400);
        settle(QueueMessage.Outcome.REQUEUE, 1L);
        assertThat(master.position().depth()).isEqualTo(1);
        later(100);
        assertThat(master.position().depth()).isZero();
        assertThat(deadLetters).containsExactly("m1 expired ");
    }

    @Test
    void rejected_and_dropped_messages_are_dead_lettered_and_an_exchange_that_is_not_there_gets_nothing() {
        declared("x-max-length", 1, "x-dead-letter-exchange", "dlx");
        publish("m1", "m2");
        get(1);
        settle(QueueMessage.Outcome.REJECT, 2L);
        assertThat(deadLetters).containsExactly("m1 maxlen dlx", "m2 rejected dlx");
        arguments.put("x-dead-letter-exchange", "missing");
        declared();
        publish("m3", "m4");
        assertThat(deadLetters).hasSize(2);
    }

    @Test
    void a_policy_changes_limits_at_once_and_time_to_live_for_later_messages() { // PO-05
        publish("m1", "m2", "m3");
        policy(Map.of("max-length", 2, "message-ttl", 100));
        assertThat(master.position().depth()).isEqualTo(2);
        later(1000);
        assertThat(master.position().depth()).isEqualTo(2);
        get(2);
        publish("m4");
        later(1000);
        assertThat(master.position().depth()).isEqualTo(2);
        policy(Map.of());
        publish("m5", "m6", "m7");
        assertThat(get(3)).containsExactly("m5", "m6", "m7");
    }

    @Test
    void an_unused_queue_ends_and_a_get_or_a_declaration_is_use() {
        declared("x-expires", 600);
        later(400);
        publish("m1");
        get(1);
        later(400);
        ask(new Wish.Counts());
        later(599);
        assertThat(proposed).isEmpty();
        later(1);
        assertThat(proposed).containsExactly(new MetadataChange.QueueDeleted(queue, id, "expired"));
    }

    @Test
    void a_queue_with_a_consumer_does_not_end_before_it_left() {
        declared("x-expires", 600);
        ask(new Wish.Consume("c", 0, true, false, Map.of(), ChannelLimit.NONE));
        later(2000);
        assertThat(proposed).isEmpty();
        ask(new Wish.Cancel("c"));
        later(600);
        assertThat(proposed).hasSize(1);
    }

    @Test
    void priorities_come_first_and_a_full_queue_drops_the_next_to_leave() {
        declared("x-max-priority", 5, "x-max-length", 3);
        publish("p0-1", 1, "");
        publish("p1-5", 5, "");
        publish("p2-3", 3, "");
        publish("p3-9", 9, "");
        publish("p4-0", 0, "");
        assertThat(get(3)).containsExactly("p2-3", "p0-1", "p4-0");
    }

    @Test
    void a_requeued_message_returns_to_its_place_within_its_priority() {
        declared("x-max-priority", 5);
        int[] priorities = {1, 5, 3, 9, 0, 0, 5, 1};
        for (int i = 0; i < priorities.length; i++) {
            publish("p" + i, priorities[i], "");
        }
        assertThat(get(3)).containsExactly("p1", "p3", "p6");
        settle(QueueMessage.Outcome.REQUEUE, 4L);
        publish("late", 5, "");
        assertThat(get(9)).containsExactly("p3", "late", "p2", "p0", "p7", "p4", "p5");
    }

    @Test
    void while_the_most_urgent_is_out_others_go_and_with_its_channel_it_is_the_next_again() { // P-32
        declared("x-max-priority", 5);
        publish("high", 3, "");
        assertThat(get(1)).containsExactly("high");
        publish("low", 0, "");
        publish("middle", 2, "");
        assertThat(get(1)).containsExactly("middle");
        master.channelGone(channel);
        take();
        assertThat(get(3)).containsExactly("high", "middle", "low");
    }

    @Test
    void of_a_low_priority_nothing_expires_behind_a_higher_one() {
        declared("x-max-priority", 5);
        publish("low", 1, "50");
        publish("high", 5, "");
        later(300);
        assertThat(master.position().depth()).isEqualTo(2);
        assertThat(get(2)).containsExactly("high");
        assertThat(master.position().depth()).isEqualTo(1);
    }
}
