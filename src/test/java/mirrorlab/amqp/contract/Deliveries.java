package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A consumer that keeps what it is told.
final class Deliveries extends DefaultConsumer {
    private final LinkedBlockingQueue<Delivery> heard = new LinkedBlockingQueue<>();
    private final int patience;
    String tag = "";
    final CompletableFuture<String> cancelled = new CompletableFuture<>();
    final CompletableFuture<String> recovered = new CompletableFuture<>();

    Deliveries(Channel channel, int patience) {
        super(channel);
        this.patience = patience;
    }

    /// A consumer that is to be refused.
    static Deliveries unused(Contract contract, Channel channel) {
        return new Deliveries(channel, contract.patience());
    }

    static Deliveries manual(Contract contract, Channel channel, String queue) throws IOException {
        return start(contract, channel, queue, false, Map.of());
    }

    static Deliveries automatic(Contract contract, Channel channel, String queue) throws IOException {
        return start(contract, channel, queue, true, Map.of());
    }

    static Deliveries start(Contract contract, Channel channel, String queue, boolean automatic,
            Map<String, Object> arguments) throws IOException {
        Deliveries consumer = new Deliveries(channel, contract.patience());
        consumer.tag = channel.basicConsume(queue, automatic, "", false, false, arguments, consumer);
        return consumer;
    }

    @Override
    public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
        heard.add(new Delivery(envelope, properties, body));
    }

    @Override
    public void handleCancel(String tag) {
        cancelled.complete(tag);
    }

    @Override
    public void handleRecoverOk(String tag) {
        recovered.complete(tag);
    }

    Delivery next() throws InterruptedException {
        Delivery next = heard.poll(patience, TimeUnit.SECONDS);
        assertThat(next).as("a delivery within " + patience + " s").isNotNull();
        return next;
    }

    String nextText() throws InterruptedException {
        return Contract.text(next().getBody());
    }

    List<String> next(int count) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(nextText());
        }
        return texts;
    }

    /// What has come so far.
    int waiting() {
        return heard.size();
    }

    void acknowledge(Delivery delivery) throws IOException {
        getChannel().basicAck(delivery.getEnvelope().getDeliveryTag(), false);
    }

    void cancel() throws IOException {
        getChannel().basicCancel(tag);
    }
}
