package mirrorlab.amqp;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import mirrorlab.content.FieldReader;
import mirrorlab.content.MalformedContent;

/// What a client says of itself in connection.start-ok.
///
/// @param mechanism `PLAIN` or `AMQPLAIN`
record Login(String mechanism, String user, String password) {
    static final String MECHANISMS = "PLAIN AMQPLAIN";

    /// @throws IllegalArgumentException
    ///             when the mechanism is none of those, or the response is not of its form
    static Login of(String mechanism, byte[] response) {
        return switch (mechanism) {
            case "PLAIN" -> plain(response);
            case "AMQPLAIN" -> amqplain(response);
            default -> throw new IllegalArgumentException("unknown authentication mechanism '" + mechanism + "'");
        };
    }

    /// NUL, user, NUL, password.
    private static Login plain(byte[] response) {
        var second = indexOfNul(response, 1);
        if (response.length < 2 || response[0] != 0 || second < 0 || indexOfNul(response, second + 1) >= 0) {
            throw new IllegalArgumentException("response of mechanism PLAIN is not NUL user NUL password");
        }
        return new Login("PLAIN", new String(response, 1, second - 1, StandardCharsets.UTF_8),
                new String(response, second + 1, response.length - second - 1, StandardCharsets.UTF_8));
    }

    /// The fields of a table: LOGIN and PASSWORD.
    private static Login amqplain(byte[] response) {
        try {
            var fields = new FieldReader(response, 0, response.length).fields();
            if (fields.get("LOGIN") instanceof String user && fields.get("PASSWORD") instanceof String password) {
                return new Login("AMQPLAIN", user, password);
            }
        } catch (MalformedContent trouble) {
            throw new IllegalArgumentException("response of mechanism AMQPLAIN is not a table: "
                    + trouble.getMessage(), trouble);
        }
        throw new IllegalArgumentException("AMQPLAIN auth info is missing LOGIN or PASSWORD field");
    }

    /// `guest`, whose password everybody knows, may come from this machine only.
    ///
    /// @return the reason for the log, "" for who may come from there
    String refusalFrom(InetAddress peer) {
        return user.equals("guest") && !peer.isLoopbackAddress()
                ? "user 'guest' can only connect via localhost"
                : "";
    }

    /// Without the password.
    @Override
    public String toString() {
        return mechanism + " login of '" + user + "'";
    }

    private static int indexOfNul(byte[] bytes, int from) {
        for (var i = from; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return i;
            }
        }
        return -1;
    }
}
