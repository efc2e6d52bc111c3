package mirrorlab.lab.play;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import mirrorlab.lab.Previewed;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.PolicyPreview;

/// Asks the cluster what would become of its queues. Safe for use by several threads.
public final class Foresight {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    private static final List<String> POLICY_FIELDS = List.of("pattern", "definition", "priority", "apply-to");
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
        String question = "/api/lab/forecast?death=" + death.word() + "&node=" + names;
        List<NodeName> asked = nodes.isEmpty() ? List.of() : cluster.answering();
        return asked.stream().flatMap(each -> ask(each, question).stream()).findFirst();
    }

    /// What a policy would change.
    ///
    /// @param policy
    ///            the step `set_policy`
    public Previewed preview(Step policy) {
        JsonNode json = policy.json();
        String question = "/api/lab/policy-preview?vhost=" + NodeApi.part(json.path("vhost").asText("/")) + "&name="
                + NodeApi.part(json.path("name").asText());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (String each : POLICY_FIELDS) {
            if (json.has(each)) {
                body.set(each, json.get(each));
            }
        }
        for (NodeName each : cluster.answering()) {
            try {
                NodeApi.Reply reply = cluster.api(each).ask("POST", question, body, PATIENCE);
                return reply.isOk()
                        ? new Previewed(MAPPER.treeToValue(reply.body(), PolicyPreview.class), "")
                        : new Previewed(null, reply.body().path("reason").asText().strip());
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(each + " answered something else than a preview", e);
            } catch (IOException e) {
                // it may have died just now
            }
        }
        return Previewed.NOBODY;
    }

    /// Empty when it does not answer: it may have died just now.
    private Optional<Forecast> ask(NodeName node, String question) {
        try {
            NodeApi.Reply reply = cluster.api(node).get(question, PATIENCE);
            return reply.isOk() ? Optional.of(MAPPER.treeToValue(reply.body(), Forecast.class)) : Optional.empty();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(node + " answered something else than a forecast", e);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
