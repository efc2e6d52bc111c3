package mirrorlab.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may log in from where. The door itself listens on the loopback interface only.
class LoginTest {
    private static final String LOCAL_ONLY = "user 'guest' can only connect via localhost";

    @ParameterizedTest
    @CsvSource({"127.0.0.1,guest,true", "127.0.0.9,guest,true", "::1,guest,true", "192.168.1.7,guest,false",
            "10.0.0.1,guest,false", "2001:db8::7,guest,false", "192.168.1.7,trainee,true", "::1,trainee,true"})
    void guest_comes_from_this_machine_only(String address, String user, boolean mayComeIn) throws Exception {
        byte[] response = ("\0" + user + "\0secret").getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertThat(Login.of("PLAIN", response).refusalFrom(InetAddress.getByName(address)))
                .isEqualTo(mayComeIn ? "" : LOCAL_ONLY);
    }
}
