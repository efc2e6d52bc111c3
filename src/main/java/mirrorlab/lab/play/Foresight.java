package mirrorlab.lab.play;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;

/// Asks the cluster what would become of its queues. Safe for use by several threads.
public final class Foresight {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    private final Cluster cluster;

    public Foresight(Cluster cluster) {
        this.cluster = cluster;
    }

    /// Waits for the answer of the first node that gives one.
    ///
    /// @param nodes end at the same moment
    /// @return empty when no node answers
    public Optional<Forecast> of(List<NodeName> nodes, Death death) {
        String names = nodes.stream().map(each -> NodeApi.part(each.value())).collect(Collectors.joining(","));
        for (NodeName each : nodes.isEmpty() ? List.<NodeName>of() : cluster.answering()) {
            try {
                NodeApi.Reply reply = cluster.api(each)
                        .get("/api/lab/forecast?death=" + death.word() + "&node=" + names, PATIENCE);
                if (reply.isOk()) {
                    return Optional.of(MAPPER.treeToValue(reply.body(), Forecast.class));
                }
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(each + " answered something else than a forecast", e);
            } catch (IOException e) {
                // it may have died just now
            }
        }
        return Optional.empty();
    }
}
