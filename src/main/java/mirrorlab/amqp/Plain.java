package mirrorlab.amqp;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/// SASL PLAIN: NUL, user, NUL, password.
record Plain(String user, byte[] password) {

    /// @throws IllegalArgumentException
    ///             when the response is not of that form
    static Plain of(byte[] response) {
        var second = indexOfNul(response, 1);
        if (response.length < 2 || response[0] != 0 || second < 0 || indexOfNul(response, second + 1) >= 0) {
            throw new IllegalArgumentException("response of mechanism PLAIN is not NUL user NUL password");
        }
        var password = new byte[response.length - second - 1];
        System.arraycopy(response, second + 1, password, 0, password.length);
        return new Plain(new String(response, 1, second - 1, StandardCharsets.UTF_8), password);
    }

    /// @return the reason for the log, "" when the login is good. `guest` may come from this machine only
    String refusal(Map<String, String> users, InetAddress peer) {
        var expected = users.get(user);
        if (expected == null || !MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), password)) {
            return "PLAIN login refused: user '" + user + "' - invalid credentials";
        }
        if (user.equals("guest") && !peer.isLoopbackAddress()) {
            return "PLAIN login refused: user 'guest' can only connect via localhost";
        }
        return "";
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
