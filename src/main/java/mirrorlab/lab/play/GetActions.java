package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import mirrorlab.lab.report.Runs;
import org.jspecify.annotations.Nullable;

/// The steps `get`, `drain` and `drain_check`.
final class GetActions {
    private static final int TOLD_WHOLE = 100;
    private static final int LONGEST_TOLD = 50_000;
    private final Stage stage;

    GetActions(Stage stage) {
        this.stage = stage;
    }

    /// What came, in order; written by the asking thread, read when the step ends or gives up.
    private static final class Got {
        final ConcurrentLinkedQueue<String> bodies = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<String> redelivered = new ConcurrentLinkedQueue<>();
        final AtomicInteger count = new AtomicInteger();
        final ConcurrentLinkedQueue<GetResponse> whole = new ConcurrentLinkedQueue<>();
        final int toldWhole;

        Got(int toldWhole) {
            this.toldWhole = toldWhole;
        }

        void add(String body, boolean again) {
            bodies.add(body);
            if (again) {
                redelivered.add(body);
            }
            count.incrementAndGet();
        }
    }

    void get(StepFields step, ObjectNode result) throws StepFault {
        Got got = new Got(step.flag("details") ? TOLD_WHOLE : 0);
        try {
            fetch(step, result, got, step.whole("count"), step.text("ack"));
        } finally {
            tell(result, got);
            if (got.toldWhole > 0) {
                result.set("messages", details(got));
            }
        }
    }

    /// As the management screen shows them: `remaining` counts what was left in the queue; what is no text comes as base64.
    private static ArrayNode details(Got got) {
        ArrayNode messages = JsonNodeFactory.instance.arrayNode();
        for (GetResponse each : got.whole) {
            byte[] body = each.getBody();
            String text = text(body);
            messages.addObject().put("exchange", each.getEnvelope().getExchange())
                    .put("routing_key", each.getEnvelope().getRoutingKey())
                    .put("redelivered", each.getEnvelope().isRedeliver())
                    .put("remaining", (long) each.getMessageCount())
                    .put("payload_bytes", (long) body.length)
                    .put("payload_encoding", text == null ? "base64" : "string")
                    .put("payload", beginning(text == null ? Base64.getEncoder().encodeToString(body) : text))
                    .set("properties", MessageProperties.json(each.getProps()));
        }
        return messages;
    }

    private static String beginning(String text) {
        return text.length() <= LONGEST_TOLD ? text : text.substring(0, LONGEST_TOLD);
    }

    private static @Nullable String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException e) {
            return null; // no text
        }
    }

    void drain(StepFields step, ObjectNode result) throws StepFault {
        Got got = new Got(0);
        try {
            fetch(step, result, got, Integer.MAX_VALUE, "ack");
        } finally {
            tell(result, got);
            if (stage.tally().wasPublishedTo(key(step))) {
                result.set("confirmed_but_missing", Runs.json(stage.tally().confirmedButMissing(key(step))));
            }
        }
    }

    void drainCheck(StepFields step, ObjectNode result) throws StepFault {
        Got got = new Got(0);
        fetch(step, result, got, Integer.MAX_VALUE, "ack");
        List<String> bodies = new ArrayList<>(got.bodies);
        Set<String> different = new LinkedHashSet<>(bodies);
        result.set("confirmed_but_missing", Runs.json(stage.tally().confirmedButMissing(key(step))));
        result.put("duplicates", different.size() < bodies.size());
        result.set("volatile", JsonNodeFactory.instance.objectNode().put("got", bodies.size()));
    }

    private static String key(StepFields step) throws StepFault {
        return Tally.key(step.text("vhost"), step.text("queue"));
    }

    private static void tell(ObjectNode result, Got got) {
        result.put("got", got.count.get());
        result.set("bodies", Runs.json(List.copyOf(got.bodies)));
        result.set("redelivered", Runs.json(List.copyOf(got.redelivered)));
    }

    private void fetch(StepFields step, ObjectNode result, Got got, int most, String ack) throws StepFault {
        String queue = step.text("queue");
        String key = key(step);
        double seconds = step.seconds("timeout");
        stage.withLink(step, result, "getter", link -> link.ask(seconds, got.count::get, () -> {
            Channel channel = link.channel();
            while (got.count.get() < most) {
                GetResponse one = channel.basicGet(queue, ack.equals("auto"));
                if (one == null) {
                    break;
                }
                String body = Body.name(one.getBody());
                got.add(body, one.getEnvelope().isRedeliver());
                if (got.whole.size() < got.toldWhole) {
                    got.whole.add(one);
                }
                settle(channel, one.getEnvelope().getDeliveryTag(), ack);
                if (!ack.equals("requeue") && !ack.equals("none")) {
                    stage.tally().settled(key, body);
                }
            }
            if (ack.equals("requeue") && got.count.get() > 0) {
                channel.basicNack(0, true, true);
            }
            // a round trip: the node has taken in what was acknowledged
            channel.basicQos(0);
            return true;
        }));
    }

    /// Requeueing waits for the last get: a message that was put back would come again at once.
    private static void settle(Channel channel, long tag, String ack) throws IOException {
        switch (ack) {
            case "ack" -> channel.basicAck(tag, false);
            case "reject" -> channel.basicReject(tag, false);
            default -> {
            }
        }
    }
}
