package mirrorlab.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.content.BasicProperties;
import mirrorlab.content.BlindKeys;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// What a channel has to know of a publish's properties: more routing keys, where replies go, who claims to have sent it. The
/// list of properties is only decoded when one of them is there.
///
/// @param forwarded the properties as they are stored: with BCC where clients do not see it, {@link BlindKeys}
/// @param refusal RabbitMQ's text for what is wrong with CC or BCC; null when nothing is
record PublishedContent(Bytes given, Bytes forwarded, Map<String, Object> headers, List<String> otherKeys,
        @Nullable String replyTo, @Nullable String userId, @Nullable String refusal) {
    private static final int HEADERS = 0x20; // of the first octet of the flags
    private static final int REPLY_TO = 0x02;
    private static final int USER_ID = 0x10; // of the second
    private static final String CC = "CC";
    private static final String BCC = "BCC";
    static final PublishedContent PLAIN = plain(Bytes.EMPTY);

    private static PublishedContent plain(Bytes given) {
        return new PublishedContent(given, given, Map.of(), List.of(), null, null, null);
    }

    static boolean isPlain(Bytes properties) {
        byte[] list = properties.array();
        return list.length < 2 || (list[0] & (HEADERS | REPLY_TO)) == 0 && (list[1] & USER_ID) == 0;
    }

    static PublishedContent of(Bytes given) {
        BasicProperties properties = BasicProperties.decode(given);
        Map<String, Object> headers = properties.headers();
        if (headers == null) {
            return new PublishedContent(given, given, Map.of(), List.of(), properties.replyTo(), properties.userId(),
                    null);
        }
        Set<String> keys = new LinkedHashSet<>();
        String refusal = keys(CC, headers, keys);
        Set<String> blind = new LinkedHashSet<>();
        if (refusal == null) {
            refusal = keys(BCC, headers, blind);
        }
        keys.addAll(blind);
        Bytes forwarded = given;
        if (headers.containsKey(BCC)) {
            Map<String, Object> visible = new LinkedHashMap<>(headers);
            visible.remove(BCC);
            forwarded = BlindKeys.add(properties.withHeaders(visible).encode(), List.copyOf(blind));
        }
        return new PublishedContent(given, forwarded, headers, List.copyOf(keys), properties.replyTo(),
                properties.userId(), refusal);
    }

    /// What is in the array and is no text, is no routing key.
    private static @Nullable String keys(String header, Map<String, Object> headers, Set<String> keys) {
        if (!headers.containsKey(header)) {
            return null;
        }
        if (!(headers.get(header) instanceof List<?> list)) {
            return "invalid message: {unacceptable_type_in_header,\"" + header + "\","
                    + QueueArguments.type(headers.get(header)) + "}";
        }
        for (Object each : list) {
            if (each instanceof String key) {
                keys.add(key);
            }
        }
        return null;
    }

    /// The same with another address for replies.
    Bytes repliedTo(String address) {
        BasicProperties old = BasicProperties.decode(BlindKeys.without(forwarded));
        Bytes readdressed = new BasicProperties(old.contentType(), old.contentEncoding(), old.headers(),
                old.deliveryMode(),
                old.priority(), old.correlationId(), address, old.expiration(), old.messageId(), old.timestamp(),
                old.type(), old.userId(), old.appId(), old.clusterId()).encode();
        return BlindKeys.add(readdressed, BlindKeys.of(forwarded));
    }

    List<String> keys(String routingKey) {
        List<String> keys = new ArrayList<>(otherKeys.size() + 1);
        keys.add(routingKey);
        keys.addAll(otherKeys);
        return keys;
    }
}
