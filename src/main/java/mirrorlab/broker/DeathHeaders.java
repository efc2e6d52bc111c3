package mirrorlab.broker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import mirrorlab.content.BasicProperties;
import org.jspecify.annotations.Nullable;

/// What a message's headers tell of its deaths: `x-death`, newest kind of death first, one table for each queue and reason.
final class DeathHeaders {
    private static final String DEATHS = "x-death";
    private static final String COUNT = "count";
    private static final String REASON = "reason";
    private static final String QUEUE = "queue";
    private static final String CC = "CC";

    private DeathHeaders() {}

    /// @param routingKey as published; further ones are in the headers
    /// @param newKey replaces all routing keys; null when they stay
    static BasicProperties after(BasicProperties properties, String reason, String queue, long millis, String exchange,
            String routingKey, @Nullable String newKey) {
        Map<String, Object> before = properties.headers() == null ? Map.of() : properties.headers();
        Map<String, Object> death = new LinkedHashMap<>();
        death.put(COUNT, 1L);
        death.put(REASON, reason);
        death.put(QUEUE, queue);
        death.put("time", Instant.ofEpochSecond(millis / 1000));
        death.put("exchange", exchange);
        death.put("routing-keys", routingKeys(routingKey, before));
        if (properties.expiration() != null) {
            death.put("original-expiration", properties.expiration());
        }
        Map<String, Object> headers = new TreeMap<>(before);
        if (!before.containsKey(DEATHS)) {
            headers.put("x-first-death-reason", reason);
            headers.put("x-first-death-queue", queue);
            headers.put("x-first-death-exchange", exchange);
        }
        headers.put(DEATHS, deaths(deaths(before), death));
        if (newKey != null) {
            headers.remove(CC);
        }
        return properties.withHeaders(headers).withExpiration(null);
    }

    /// All keys of a publish that may be told: its own, then those of CC.
    static List<String> routingKeys(String routingKey, Map<String, Object> headers) {
        List<String> keys = new ArrayList<>(List.of(routingKey));
        if (headers.get(CC) instanceof List<?> more) {
            more.stream().filter(String.class::isInstance).map(String.class::cast).forEach(keys::add);
        }
        return keys;
    }

    /// A death of the same kind is counted, and comes to the front.
    private static List<Object> deaths(List<Map<?, ?>> before, Map<String, Object> death) {
        List<Object> now = new ArrayList<>();
        Object counted = null;
        for (Map<?, ?> each : before) {
            if (counted == null && Objects.equals(death.get(QUEUE), each.get(QUEUE))
                    && Objects.equals(death.get(REASON), each.get(REASON))) {
                counted = again(each);
            } else {
                now.add(each);
            }
        }
        Object fresh = before.isEmpty() ? death : new TreeMap<>(death); // as RabbitMQ orders them
        now.addFirst(counted == null ? fresh : counted);
        return now;
    }

    private static Map<String, Object> again(Map<?, ?> death) {
        Map<String, Object> again = new TreeMap<>();
        death.forEach((key, value) -> again.put(String.valueOf(key), value));
        again.put(COUNT, (death.get(COUNT) instanceof Number count ? count.longValue() : 0) + 1);
        return again;
    }

    private static List<Map<?, ?>> deaths(Map<String, Object> headers) {
        List<Map<?, ?>> deaths = new ArrayList<>();
        if (headers.get(DEATHS) instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> death) {
                    deaths.add(death);
                }
            }
        }
        return deaths;
    }

    /// Whether a message with these headers was in this queue before, and no client rejected it since: it would go round for
    /// ever.
    static boolean isCycle(Map<String, Object> headers, String queue) {
        for (Map<?, ?> each : deaths(headers)) {
            if ("rejected".equals(each.get(REASON))) {
                return false;
            }
            if (queue.equals(each.get(QUEUE))) {
                return true;
            }
        }
        return false;
    }
}
