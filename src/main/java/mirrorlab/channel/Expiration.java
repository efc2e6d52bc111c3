package mirrorlab.channel;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A message's own time to live: milliseconds in decimal digits.
final class Expiration {
    private static final Pattern NUMBER = Pattern.compile("([+-]?[0-9]+)(.*)", Pattern.DOTALL);
    private static final BigInteger TEN_YEARS_MILLIS = BigInteger.valueOf(315_360_000_000L);

    private Expiration() {}

    /// What is wrong with it, in RabbitMQ's words; null when nothing is.
    static @Nullable String against(String expiration) {
        String trouble = trouble(expiration);
        return trouble == null ? null : "invalid expiration '" + expiration + "': " + trouble;
    }

    private static @Nullable String trouble(String expiration) {
        Matcher number = NUMBER.matcher(expiration);
        if (!number.matches()) {
            return "no_integer";
        }
        String rest = number.group(2);
        if (!rest.isEmpty()) {
            return "{leftover_string,\"" + rest.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
        }
        BigInteger millis = new BigInteger(number.group(1));
        if (millis.signum() < 0) {
            return "{value_negative," + millis + "}";
        }
        return millis.compareTo(TEN_YEARS_MILLIS) > 0 ? "{value_too_large," + millis + "}" : null;
    }
}
