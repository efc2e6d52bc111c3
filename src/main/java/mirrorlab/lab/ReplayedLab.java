package mirrorlab.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.config.BadFile;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// A recording opened again. Nothing can be done in it: every step is answered with an error.
public final class ReplayedLab implements Lab {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String REFUSAL = "this is a recording; nothing can be done in it";
    private final Recording recording;
    private final List<NodeName> nodes = new ArrayList<>();
    private final Played player;

    private ReplayedLab(String name, Recording recording) {
        this.recording = recording;
        for (Entry each : recording.since(0)) {
            if (each.happening() instanceof Happening.NodeStarting starting && !nodes.contains(starting.node())) {
                nodes.add(starting.node());
            }
        }
        player = new Played(status(name, recording));
    }

    public static ReplayedLab open(Path file) throws BadFile {
        return of(file.getFileName().toString(), RecordingFile.read(file));
    }

    /// @param recording of which nothing more will come
    public static ReplayedLab of(String name, Recording recording) {
        return new ReplayedLab(name, recording);
    }

    private static ScenarioPlayer.Status status(String name, Recording recording) {
        TreeMap<Integer, Happening.StepStarted> steps = new TreeMap<>();
        TreeMap<Integer, Happening.StepEnded> ends = new TreeMap<>();
        for (Entry each : recording.since(0)) {
            switch (each.happening()) {
                case Happening.StepStarted step when step.number() >= 0 -> steps.put(step.number(), step);
                case Happening.StepEnded step when step.number() >= 0 -> ends.put(step.number(), step);
                default -> {
                }
            }
        }
        List<@Nullable StepResult> results = new ArrayList<>();
        for (Integer each : steps.keySet()) {
            Happening.StepEnded end = ends.get(each);
            results.add(end == null ? null : new StepResult(end.ok(), object(end.json()), end.text()));
        }
        return new ScenarioPlayer.Status(name, name, "",
                steps.values().stream().map(each -> new Step(object(each.json()))).toList(),
                steps.values().stream().map(Happening.StepStarted::text).toList(), steps.size(), false, results);
    }

    private static ObjectNode object(String json) {
        try {
            return MAPPER.readTree(json) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        } catch (JsonProcessingException e) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    @Override
    public List<NodeName> nodes() {
        return List.copyOf(nodes);
    }

    @Override
    public Recording recording() {
        return recording;
    }

    @Override
    public boolean isRecorded() {
        return true;
    }

    @Override
    public CompletionStage<StepResult> perform(Step step) {
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("outcome", "error");
        result.putObject("error").put("kind", "not_possible").put("text", REFUSAL).put("key", "fault.recording");
        return CompletableFuture.completedFuture(new StepResult(false, result, REFUSAL));
    }

    @Override
    public ScenarioPlayer player() {
        return player;
    }

    @Override
    public void close() {
        // nothing runs
    }

    /// The steps as they were played; none can be played again.
    private record Played(Status status) implements ScenarioPlayer {
        @Override
        public CompletionStage<Status> step() {
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public CompletionStage<Status> play() {
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public void pause() {
            // nothing is played
        }

        @Override
        public CompletionStage<Status> load(Path file) {
            return CompletableFuture.failedFuture(new IllegalStateException(REFUSAL));
        }

        @Override
        public CompletionStage<Status> reload() {
            return CompletableFuture.completedFuture(status);
        }

        @Override
        public void onChange(Runnable listener) {
            // nothing changes
        }
    }
}
