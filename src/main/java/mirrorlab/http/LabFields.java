package mirrorlab.http;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mirrorlab.journal.Json;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// What a request under `/api/lab/` says, in its query or in the object of its body. Each field is known, said once, of its type
/// and bounded, or the request is refused with one sentence: which field, of what request, what was expected, what was found.
///
/// @param place
///            the request, `POST /api/lab/cut`
record LabFields(String place, Map<String, @Nullable Object> said, Map<String, String> query) {
    /// Bytes of a name; AMQP has no longer ones.
    private static final int LONGEST_NAME = 255;
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,18})?");

    /// @param known
    ///            all fields that this request may have
    static LabFields of(Request request, String place, List<String> known) throws HttpProblem {
        if (!request.repeated().isEmpty()) {
            throw HttpProblem.badRequest(Shown.of(request.repeated().iterator().next()) + " of " + place
                    + " should be said once, not several times");
        }
        Map<String, @Nullable Object> said = new LinkedHashMap<>(body(request, place));
        for (Map.Entry<String, String> each : request.query().entrySet()) {
            if (said.containsKey(each.getKey())) {
                throw HttpProblem.badRequest(Shown.of(each.getKey()) + " of " + place
                        + " should be said once, not in the query and in the body");
            }
            said.put(each.getKey(), each.getValue());
        }
        for (String each : said.keySet()) {
            if (!known.contains(each)) {
                throw HttpProblem
                        .badRequest(place + " takes " + (known.isEmpty() ? "nothing" : String.join(", ", known))
                                + ", not '" + Shown.of(each) + "'");
            }
        }
        return new LabFields(place, said, request.query());
    }

    private static Map<String, @Nullable Object> body(Request request, String place) throws HttpProblem {
        if (request.body().length == 0) {
            return Map.of();
        }
        String found;
        try {
            Object value = Json.readUnique(new String(request.body(), StandardCharsets.UTF_8));
            if (value instanceof Map<?, ?> map) {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                map.forEach((key, each) -> fields.put((String) key, each));
                return fields;
            }
            found = Shown.of(value);
        } catch (IllegalArgumentException e) {
            found = "this: " + Shown.of(e.getMessage());
        }
        throw HttpProblem.badRequest("the body of " + place + " should be a JSON object, not " + found);
    }

    boolean has(String name) {
        return said.containsKey(name);
    }

    HttpProblem wrong(String name, String expected) {
        Object found = said.get(name);
        String quote = found instanceof String ? "'" : "";
        return HttpProblem.badRequest(name + " of " + place + " should be " + expected
                + (has(name) ? ", not " + quote + Shown.of(found) + quote : ", and is missing"));
    }

    /// @param expected
    ///            what it is: `the name of a queue`
    String text(String name, String expected) throws HttpProblem {
        return text(name, expected, LONGEST_NAME);
    }

    /// @param most
    ///            bytes
    String text(String name, String expected, int most) throws HttpProblem {
        if (said.get(name) instanceof String text && text.getBytes(StandardCharsets.UTF_8).length <= most) {
            return text;
        }
        throw wrong(name, said.get(name) instanceof String ? expected + " of at most " + most + " bytes" : expected);
    }

    /// One of these nodes; the field may name several.
    ///
    /// @throws HttpProblem
    ///             400 for what is no name, 404 for a node that is not among them
    NodeName nodeIn(String field, String name, Set<NodeName> members) throws HttpProblem {
        NodeName node;
        try {
            node = NodeName.of(name);
        } catch (IllegalArgumentException e) {
            throw wrong(field, "the name of a node, rabbit1 or rabbit1@localhost");
        }
        if (!members.contains(node)) {
            throw new HttpProblem(404, "not_found", field + " of " + place + " should be one of "
                    + members.stream().map(NodeName::value).collect(Collectors.joining(", ")) + ", not '"
                    + Shown.of(name) + "'");
        }
        return node;
    }

    boolean truth(String name, boolean otherwise) throws HttpProblem {
        if (!has(name)) {
            return otherwise;
        }
        Object found = said.get(name);
        if (found instanceof Boolean truth) {
            return truth;
        }
        if (query.containsKey(name) && ("true".equals(found) || "false".equals(found))) {
            return "true".equals(found);
        }
        throw wrong(name, "true or false");
    }

    /// @param otherwise
    ///            null when it has to be said
    long whole(String name, long most, @Nullable Long otherwise) throws HttpProblem {
        if (!has(name) && otherwise != null) {
            return otherwise;
        }
        Object found = said.get(name);
        if (query.containsKey(name) && WHOLE.matcher(String.valueOf(found)).matches()) {
            found = Long.valueOf(String.valueOf(found));
        }
        if ((found instanceof Integer || found instanceof Long) && ((Number) found).longValue() >= 0
                && ((Number) found).longValue() <= most) {
            return ((Number) found).longValue();
        }
        throw wrong(name, "a whole number from 0" + (most == Long.MAX_VALUE ? "" : " to " + most));
    }

    /// A number from 0 to 1.
    ///
    /// @param otherwise
    ///            null when it has to be said
    double share(String name, @Nullable Double otherwise) throws HttpProblem {
        if (!has(name) && otherwise != null) {
            return otherwise;
        }
        Object found = said.get(name);
        if (query.containsKey(name) && NUMBER.matcher(String.valueOf(found)).matches()) {
            found = new BigDecimal(String.valueOf(found));
        }
        if (found instanceof Number share && share.doubleValue() >= 0 && share.doubleValue() <= 1) {
            return share.doubleValue();
        }
        throw wrong(name, "a number from 0 to 1");
    }

    QueueName queue() throws HttpProblem {
        return new QueueName(text("vhost", "the name of a virtual host"), text("queue", "the name of a queue"));
    }

    /// Null when no queue is named; the virtual host is `/` unless it is.
    @Nullable
    QueueName queueOrNull() throws HttpProblem {
        if (has("queue")) {
            return new QueueName(has("vhost") ? text("vhost", "the name of a virtual host") : "/",
                    text("queue", "the name of a queue"));
        }
        if (has("vhost")) {
            throw wrong("queue", "the name of a queue when there is a vhost");
        }
        return null;
    }
}
