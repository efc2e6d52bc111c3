package mirrorlab.content;

import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;

/// The property list of a content header: 16 bits that say which properties follow, then these in the order of the bits. What
/// is null is not there.
///
/// @param deliveryMode 2 for persistent
/// @param timestamp an {@link Instant}, or an {@link Unsigned} of 64 bits when it is too far away for one
/// @param expiration as published: milliseconds in decimal digits, unless the publisher wrote something else
public record BasicProperties(@Nullable String contentType, @Nullable String contentEncoding,
        @Nullable Map<String, Object> headers, @Nullable Integer deliveryMode, @Nullable Integer priority,
        @Nullable String correlationId, @Nullable String replyTo, @Nullable String expiration,
        @Nullable String messageId, @Nullable Object timestamp, @Nullable String type, @Nullable String userId,
        @Nullable String appId, @Nullable String clusterId) {
    private static final int CONTENT_TYPE = 1 << 15;
    private static final int CONTENT_ENCODING = 1 << 14;
    private static final int HEADERS = 1 << 13;
    private static final int DELIVERY_MODE = 1 << 12;
    private static final int PRIORITY = 1 << 11;
    private static final int CORRELATION_ID = 1 << 10;
    private static final int REPLY_TO = 1 << 9;
    private static final int EXPIRATION = 1 << 8;
    private static final int MESSAGE_ID = 1 << 7;
    private static final int TIMESTAMP = 1 << 6;
    private static final int TYPE = 1 << 5;
    private static final int USER_ID = 1 << 4;
    private static final int APP_ID = 1 << 3;
    private static final int CLUSTER_ID = 1 << 2;
    private static final int UNKNOWN = 3;
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,18}");
    public static final BasicProperties NONE = new BasicProperties(null, null, null, null, null, null, null, null, null,
            null, null, null, null, null);

    /// @throws MalformedContent the list is not what its flags say
    public static BasicProperties decode(Bytes list) {
        FieldReader in = new FieldReader(list.array(), 0, list.size());
        BasicProperties properties = read(in);
        if (!in.atEnd()) {
            throw new MalformedContent("goes on after its end");
        }
        return properties;
    }

    /// Only the headers, empty when there are none; what follows them is not looked at.
    ///
    /// @throws MalformedContent the list is not what its flags say
    public static Map<String, Object> headers(Bytes list) {
        if (list.size() < 2 || (list.array()[0] & HEADERS >> 8) == 0) {
            return Map.of();
        }
        FieldReader in = new FieldReader(list.array(), 0, list.size());
        int flags = flags(in);
        text(in, flags, CONTENT_TYPE);
        text(in, flags, CONTENT_ENCODING);
        return in.table();
    }

    /// Only the expiration, in milliseconds; null when there is none, or no whole number from 0 on that can be
    /// read. Costs next to nothing when it is not there.
    public static @Nullable Long expirationMillis(Bytes list) {
        if (list.size() < 2 || (list.array()[0] & EXPIRATION >> 8) == 0) {
            return null;
        }
        try {
            String text = decode(list).expiration();
            return text != null && MILLIS.matcher(text).matches() ? Long.valueOf(text) : null;
        } catch (MalformedContent e) {
            return null;
        }
    }

    /// Reads on from where the flags are.
    ///
    /// @throws MalformedContent the list is not what its flags say
    public static BasicProperties read(FieldReader in) {
        int flags = flags(in);
        return new BasicProperties(text(in, flags, CONTENT_TYPE), text(in, flags, CONTENT_ENCODING),
                (flags & HEADERS) == 0 ? null : in.table(), octet(in, flags, DELIVERY_MODE),
                octet(in, flags, PRIORITY), text(in, flags, CORRELATION_ID), text(in, flags, REPLY_TO),
                text(in, flags, EXPIRATION), text(in, flags, MESSAGE_ID),
                (flags & TIMESTAMP) == 0 ? null : FieldReader.timestamp(in.longlong()), text(in, flags, TYPE),
                text(in, flags, USER_ID), text(in, flags, APP_ID), text(in, flags, CLUSTER_ID));
    }

    private static int flags(FieldReader in) {
        int flags = in.shortUnsigned();
        if ((flags & UNKNOWN) != 0) {
            throw new MalformedContent("unknown flags");
        }
        return flags;
    }

    private static @Nullable String text(FieldReader in, int flags, int flag) {
        return (flags & flag) == 0 ? null : in.shortstr();
    }

    private static @Nullable Integer octet(FieldReader in, int flags, int flag) {
        return (flags & flag) == 0 ? null : in.octet();
    }

    /// @throws MalformedContent a value is too large for its field
    public Bytes encode() {
        FieldWriter out = new FieldWriter();
        out.shortUnsigned(bit(contentType, CONTENT_TYPE) | bit(contentEncoding, CONTENT_ENCODING)
                | bit(headers, HEADERS) | bit(deliveryMode, DELIVERY_MODE) | bit(priority, PRIORITY)
                | bit(correlationId, CORRELATION_ID) | bit(replyTo, REPLY_TO) | bit(expiration, EXPIRATION)
                | bit(messageId, MESSAGE_ID) | bit(timestamp, TIMESTAMP) | bit(type, TYPE) | bit(userId, USER_ID)
                | bit(appId, APP_ID) | bit(clusterId, CLUSTER_ID));
        put(contentType, out);
        put(contentEncoding, out);
        if (headers != null) {
            out.table(headers);
        }
        put(deliveryMode, out);
        put(priority, out);
        put(correlationId, out);
        put(replyTo, out);
        put(expiration, out);
        put(messageId, out);
        switch (timestamp) {
            case null -> {
            }
            case Instant instant -> out.longlong(instant.getEpochSecond());
            case Unsigned seconds -> out.longlong(seconds.longValue());
            default -> throw new MalformedContent("a timestamp cannot be a " + timestamp.getClass().getName());
        }
        put(type, out);
        put(userId, out);
        put(appId, out);
        put(clusterId, out);
        return Bytes.of(out.toBytes());
    }

    private static int bit(@Nullable Object value, int flag) {
        return value == null ? 0 : flag;
    }

    private static void put(@Nullable String text, FieldWriter out) {
        if (text != null) {
            out.shortstr(text);
        }
    }

    private static void put(@Nullable Integer octet, FieldWriter out) {
        if (octet != null) {
            out.octet(octet);
        }
    }

    public BasicProperties withHeaders(@Nullable Map<String, Object> other) {
        return new BasicProperties(contentType, contentEncoding, other, deliveryMode, priority, correlationId, replyTo,
                expiration, messageId, timestamp, type, userId, appId, clusterId);
    }

    public BasicProperties withExpiration(@Nullable String other) {
        return new BasicProperties(contentType, contentEncoding, headers, deliveryMode, priority, correlationId,
                replyTo, other, messageId, timestamp, type, userId, appId, clusterId);
    }
}
