package mirrorlab.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Json;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// What was asked: `GET /api/queues/%2F/orders?after=7` has the path `[queues, /, orders]` (what follows `/api`).
/// @param reason
///            the header `X-Reason`, empty without one
/// @param repeated
///            what the query says more than once; the last value counts
record Request(String method, List<String> path, Map<String, String> query, Set<String> repeated, byte[] body,
        String reason) {
    static final int MAXIMUM_BODY = 1 << 20;

    /// @throws HttpProblem
    ///             404 outside `/api`, 400 for what cannot be decoded, 413 for a body above 1 MiB
    static Request of(HttpExchange exchange) throws HttpProblem, IOException {
        String raw = String.valueOf(exchange.getRequestURI().getRawPath());
        if (!raw.startsWith("/api/")) {
            throw HttpProblem.notFound();
        }
        byte[] body = exchange.getRequestBody().readNBytes(MAXIMUM_BODY + 1);
        if (body.length > MAXIMUM_BODY) {
            throw new HttpProblem(413, "bad_request", "the body is larger than " + MAXIMUM_BODY + " bytes");
        }
        List<String> path = Arrays.stream(raw.substring("/api/".length()).split("/", -1)).map(Request::decode).toList();
        String reason = exchange.getRequestHeaders().getFirst("X-Reason");
        Map<String, String> query = new LinkedHashMap<>();
        Set<String> repeated = new LinkedHashSet<>();
        read(exchange.getRequestURI().getRawQuery(), query, repeated);
        return new Request(exchange.getRequestMethod(), path, query, repeated, body, reason == null ? "" : reason);
    }

    private static void read(@Nullable String raw, Map<String, String> query, Set<String> repeated) {
        for (String each : raw == null || raw.isEmpty() ? new String[0] : raw.split("&")) {
            int equals = each.indexOf('=');
            String name = decode(equals < 0 ? each : each.substring(0, equals));
            if (query.put(name, equals < 0 ? "" : decode(each.substring(equals + 1))) != null) {
                repeated.add(name);
            }
        }
    }

    static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /// The part of the path at this place, `""` when it is not so long.
    String part(int place) {
        return place < path.size() ? path.get(place) : "";
    }

    /// The body as a JSON object; without a body an empty one.
    Map<String, Object> json() throws HttpProblem {
        if (body.length == 0) {
            return Map.of();
        }
        try {
            if (Json.read(new String(body, StandardCharsets.UTF_8)) instanceof Map<?, ?> map) {
                Map<String, Object> fields = new LinkedHashMap<>();
                map.forEach((key, value) -> fields.put((String) key, value));
                return fields;
            }
        } catch (IllegalArgumentException e) {
            throw HttpProblem.badRequest("not_json");
        }
        throw HttpProblem.badRequest("not_json");
    }

    /// A field of the body or of the query.
    String text(String name) throws HttpProblem {
        String asked = query.get(name);
        return asked != null ? asked : bodyText(name);
    }

    /// A field of the body.
    String bodyText(String name) throws HttpProblem {
        Object value = json().get(name);
        if (value instanceof String text) {
            return text;
        }
        throw HttpProblem
                .badRequest(
                        value == null ? "key_missing: " + name : name + " should be a string, not " + Shown.of(value));
    }

    /// A field of the body that is true or false.
    boolean truth(String key, boolean otherwise) throws HttpProblem {
        return switch (json().get(key)) {
            case null -> otherwise;
            case Boolean truth -> truth;
            case Object other -> throw HttpProblem.badRequest(key + " should be true or false, not " + Shown.of(other));
        };
    }

    /// The table `arguments` of the body; whole numbers become AMQP's 64 bits, as there.
    Map<String, Object> arguments() throws HttpProblem {
        return switch (json().get("arguments")) {
            case null -> Map.of();
            case Map<?, ?> map -> {
                Map<String, Object> arguments = new LinkedHashMap<>();
                map.forEach((key, value) -> arguments.put((String) key, amqp(value)));
                yield arguments;
            }
            case Object other -> throw HttpProblem.badRequest("arguments should be an object, not " + Shown.of(other));
        };
    }

    private static Object amqp(Object value) {
        return switch (value) {
            case Integer number -> Long.valueOf(number);
            case List<?> list -> list.stream().map(Request::amqp).toList();
            default -> value;
        };
    }
}
