package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.Test;

class LabDoorTest {
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(String url, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void the_labs_url_tells_picture_ledger_and_causes_to_who_knows_the_secret() throws Exception {
        try (TestCluster cluster = TestCluster.start(true); LabDoor door = new LabDoor(cluster.lab)) {
            cluster.perform(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"));
            cluster.perform(Step.of("publish").with("queue", "orders").with("count", 3));
            String secret = "Bearer " + cluster.lab.runSecret();
            assertThat(get(door.url() + "/forecast?node=rabbit1&death=kill", "Authorization", secret).body())
                    .contains("\"outcome\":\"down\"", "\"until\":\"rabbit1@localhost\"", "\"rule\":\"N-06\"");
            assertThat(get(door.url() + "/forecast", "Authorization", secret).body())
                    .contains("rabbit2@localhost", "rabbit3@localhost", "\"death\":\"stop\"");
            assertThat(get(door.url() + "/forecast?death=nap", "Authorization", secret).body())
                    .contains("death should be kill or stop, not 'nap'");
            cluster.perform(Step.of("kill").with("node", "rabbit1"));
            assertThat(get(door.url() + "/barrier", "Authorization", secret).body()).isEqualTo("{\"quiet\":true}\n");
            assertThat(get(door.url() + "/picture", "Authorization", secret).body()).contains("orders", "rabbit2");
            assertThat(get(door.url() + "/ledger", "Authorization", secret).body()).contains("\"published\":3",
                    "m1..m3");
            assertThat(get(door.url() + "/causes", "Authorization", secret).body()).contains("N-06");
            assertThat(get(door.url() + "/other", "Authorization", secret).statusCode()).isEqualTo(404);
            assertThat(get(door.url() + "/ledger").statusCode()).isEqualTo(401);
            assertThat(get(door.url() + "/ledger", "Authorization", "Bearer x").statusCode()).isEqualTo(401);
            assertThat(get(door.url() + "/ledger", "Authorization", secret, "Origin", "http://localhost").statusCode())
                    .isEqualTo(403);
        }
    }
}
