package mirrorlab.http;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import mirrorlab.broker.AdminCommand;
import org.jspecify.annotations.Nullable;

/// Who may come in. Pages in a browser may not: they send an Origin, or come under a foreign name that resolves
/// to loopback.
final class Doorkeeper {
    private final Set<String> hosts;
    private final byte[] secret;

    /// @param secret
    ///            opens `/api/lab/`
    Doorkeeper(int port, String secret) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        this.secret = ("Bearer " + secret).getBytes(StandardCharsets.UTF_8);
    }

    /// @throws HttpProblem
    ///             403
    void checkOrigin(Headers headers) throws HttpProblem {
        String host = headers.getFirst("Host");
        if (host == null || !hosts.contains(host)) {
            throw new HttpProblem(403, "forbidden",
                    "requests must be for 127.0.0.1 or localhost, not for '" + host + "'");
        }
        if (headers.containsKey("Origin")) {
            throw new HttpProblem(403, "forbidden", "requests of web pages are refused");
        }
    }

    /// @throws HttpProblem
    ///             401
    void checkSecret(Headers headers) throws HttpProblem {
        String given = headers.getFirst("Authorization");
        if (given == null || !same(secret, given)) {
            throw new HttpProblem(401, "not_authorised", "the lab's secret is needed here");
        }
    }

    /// What to ask the node about whoever wants in.
    ///
    /// @throws HttpProblem
    ///             401 with RabbitMQ's words
    AdminCommand.LogIn login(Headers headers) throws HttpProblem {
        String[] login = login(headers.getFirst("Authorization"));
        if (login == null) {
            throw HttpProblem.notAuthorised("Login failed");
        }
        return new AdminCommand.LogIn(login[0], login[1]);
    }

    private static String @Nullable [] login(@Nullable String header) {
        if (header == null || !header.startsWith("Basic ")) {
            return null;
        }
        try {
            String login = new String(Base64.getDecoder().decode(header.substring("Basic ".length()).strip()),
                    StandardCharsets.UTF_8);
            int colon = login.indexOf(':');
            return colon < 0 ? null : new String[]{login.substring(0, colon), login.substring(colon + 1)};
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean same(byte[] expected, String given) {
        return MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
    }
}
