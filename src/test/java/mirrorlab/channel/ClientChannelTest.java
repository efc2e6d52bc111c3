package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Outcome;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// One channel, alone with what its client, the record and the master say.
class ClientChannelTest {
    private final QueueName queue = QueueName.of("orders");
    private final ReplicaId master = new ReplicaId(NodeName.of("rabbit1"), 1, 1);
    private final ChannelId id = new ChannelId(NodeName.of("rabbit2"), 1, 1);
    private boolean down;
    private final ClientChannel channel = new ClientChannel(id, new Client("/", "guest", "owner", true),
            new OneQueue() {
                @Override
                public QueueRecord record(QueueName unused) {
                    return new QueueRecord(queue, 1, true, false, null, Map.of(), master, 1, null, List.of(), List.of(),
                            List.of(), null, down);
                }
            }, Duration.ofSeconds(66));

    private List<Object> sent() {
        return channel.take().stream().<Object>mapMulti((each, all) -> {
            if (each instanceof ChannelEffect.ToReplica(var message)) {
                all.accept(message);
            } else if (each instanceof ChannelEffect.Event(var event)) {
                all.accept(event);
            }
        }).toList();
    }

    private void consume() {
        channel.on(new ClientMethod.BasicConsume("orders", "c", false, false, false, false, Map.of()));
        channel.on(new QueueMessage.Reply(id, master, 1, new QueueMessage.Answer.Consuming()));
        assertThat(sent()).contains(new ClientEvent.ConsumeOk("c"));
    }

    private QueueMessage.Request forget() {
        return new QueueMessage.Request(master, id, 0, new Wish.Cancel("c"));
    }

    @Test
    void a_master_that_lives_though_its_queue_is_recorded_as_down_forgets_the_cancelled_consumer() {
        consume();
        down = true;
        channel.recordChanged(queue);
        assertThat(sent()).containsExactly(forget(), new ClientEvent.ServerCancel("c")); // F-38
    }

    @Test
    void what_comes_for_a_consumer_that_the_channel_does_not_have_goes_back_and_comes_once_only() {
        Message message = new Message(new MessageId(id, 1), "", "orders", true, Bytes.EMPTY, Bytes.of("m1"));
        channel.on(new QueueMessage.Delivery(id, master, "c", 7, false, message));
        assertThat(sent()).containsExactly(forget(),
                new QueueMessage.Settle(master, id, List.of(7L), Outcome.REQUEUE));
    }

    @Test
    void the_answer_of_a_master_that_forgot_a_consumer_is_for_nobody() {
        consume();
        down = true;
        channel.recordChanged(queue);
        sent();
        down = false;
        channel.on(new ClientMethod.BasicGet("orders", false));
        channel.on(new QueueMessage.Reply(id, master, 0, new QueueMessage.Answer.Cancelled()));
        channel.on(new QueueMessage.Reply(id, master, 2, new QueueMessage.Answer.Empty()));
        assertThat(sent()).contains(new ClientEvent.GetEmpty());
    }
}
