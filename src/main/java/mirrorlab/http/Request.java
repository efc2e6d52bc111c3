package mirrorlab.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Json;
import org.jspecify.annotations.Nullable;

/// What was asked: `GET /api/queues/%2F/orders?after=7` has the path `[queues, /, orders]` (what follows `/api`).
/// @param reason
///            the header `X-Reason`, empty without one
record Request(String method, List<String> path, Map<String, String> query, byte[] body,
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
        return new Request(exchange.getRequestMethod(), path, query(exchange.getRequestURI().getRawQuery()), body,
                reason == null ? "" : reason);
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        for (String each : raw == null ? new String[0] : raw.split("&")) {
            int equals = each.indexOf('=');
            query.put(decode(equals < 0 ? each : each.substring(0, equals)),
                    equals < 0 ? "" : decode(each.substring(equals + 1)));
        }
        return query;
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
                .badRequest(value == null ? "key_missing: " + name : name + " should be a string, not " + value);
    }

    /// A whole number in the query, 0 when it is not there.
    long number(String name) throws HttpProblem {
        try {
            return Long.parseLong(query.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            throw HttpProblem.badRequest(name + " should be a whole number, not '" + query.get(name) + "'");
        }
    }

    /// A field of the body that is true or false.
    boolean truth(String key, boolean otherwise) throws HttpProblem {
        return switch (json().get(key)) {
            case null -> otherwise;
            case Boolean truth -> truth;
            case Object other -> throw HttpProblem.badRequest(key + " should be true or false, not " + other);
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
            case Object other -> throw HttpProblem.badRequest("arguments should be an object, not " + other);
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
