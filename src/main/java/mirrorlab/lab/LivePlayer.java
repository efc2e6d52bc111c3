package mirrorlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import mirrorlab.journal.Happening;
import mirrorlab.lab.config.BadFile;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.play.CheckedForecast;
import mirrorlab.lab.play.Unmet;
import mirrorlab.lab.report.PlayedStep;
import mirrorlab.lab.report.Report;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepLine;
import mirrorlab.lab.scenario.StepResult;
import org.jspecify.annotations.Nullable;

/// Plays the loaded scenario at the lab's cluster.
public final class LivePlayer implements ScenarioPlayer {
    private final LiveLab lab;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private Scenario scenario;
    private List<PlayedStep> played = new ArrayList<>();
    private List<Foreseen> foreseen = new ArrayList<>();
    private boolean busy;
    private boolean playing;
    private boolean used;

    /// @param number counted from 1
    private record Foreseen(int number, CheckedForecast forecast) {}

    LivePlayer(LiveLab lab, Scenario scenario) {
        this.lab = lab;
        this.scenario = scenario;
    }

    @Override
    public synchronized Status status() {
        List<@Nullable StepResult> results = new ArrayList<>();
        for (int i = 0; i < scenario.steps().size(); i++) {
            results.add(i < played.size() ? played.get(i).result() : null);
        }
        return new Status(scenario.name(), scenario.title(), scenario.titleZh(), scenario.steps(), scenario.lines(),
                played.size(), busy,
                results);
    }

    /// What was played so far.
    public synchronized List<PlayedStep> played() {
        return List.copyOf(played);
    }

    /// The report of what was played so far.
    public Report report(double bootSeconds, double seconds) {
        Scenario now;
        synchronized (this) {
            now = scenario;
        }
        return new Report(now.name(), now.title(), played(), bootSeconds, seconds, lab.accounts().ledgerJson(),
                lab.accounts().causesJson(), forecastsJson());
    }

    private synchronized void foreseen(int number, CheckedForecast forecast) {
        foreseen.add(new Foreseen(number, forecast));
    }

    /// What was forecast before each kill and stop of the scenario, and what came of it.
    public synchronized List<CheckedForecast> forecasts() {
        return foreseen.stream().map(Foreseen::forecast).toList();
    }

    private synchronized JsonNode forecastsJson() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (Foreseen each : foreseen) {
            ObjectNode json = all.addObject().put("i", each.number());
            json.setAll(each.forecast().json(lab.accounts()));
        }
        return all;
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    private void changed() {
        listeners.forEach(Runnable::run);
    }

    /// The cluster is not fresh any more.
    synchronized void used() {
        used = true;
    }

    @Override
    public CompletionStage<Status> step() {
        return steps(() -> false);
    }

    @Override
    public CompletionStage<Status> play() {
        return steps(this::isPlaying);
    }

    private synchronized boolean isPlaying() {
        return playing;
    }

    @Override
    public void pause() {
        synchronized (this) {
            playing = false;
        }
        changed();
    }

    private CompletionStage<Status> steps(BooleanSupplier goesOn) {
        synchronized (this) {
            if (busy || played.size() == scenario.steps().size()) {
                return CompletableFuture.completedFuture(status());
            }
            busy = true;
            playing = true;
            used = true;
        }
        changed();
        return LiveLab.virtually(() -> {
            try {
                do {
                    next();
                    changed();
                } while (goesOn.getAsBoolean() && !isAtEnd());
            } finally {
                free();
            }
            return status();
        });
    }

    private synchronized boolean isAtEnd() {
        return played.size() == scenario.steps().size();
    }

    private void free() {
        synchronized (this) {
            busy = false;
            playing = false;
        }
        changed();
    }

    private void next() {
        int number;
        Step step;
        synchronized (this) {
            number = played.size();
            step = scenario.steps().get(number);
        }
        ClusterSession session = lab.session();
        String line = StepLine.of(step);
        session.happened(new Happening.StepStarted(number, line, step.json().toString()));
        long from = System.nanoTime();
        StepResult result = session.player().perform(step, each -> foreseen(number + 1, each));
        long millis = (System.nanoTime() - from) / 1_000_000;
        session.happened(new Happening.StepEnded(number, result.ok(), result.text(), result.json().toString()));
        synchronized (this) {
            played.add(new PlayedStep(number + 1, step, result, Unmet.of(step, result.json()), millis));
        }
    }

    @Override
    public CompletionStage<Status> load(Path file) {
        return LiveLab.virtually(() -> {
            try {
                begin(ScenarioFile.read(file));
            } catch (BadFile e) {
                throw new CompletionException(e);
            }
            return status();
        }).exceptionallyCompose(fault -> CompletableFuture
                .failedFuture(
                        fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault));
    }

    @Override
    public CompletionStage<Status> reload() {
        return LiveLab.virtually(() -> {
            Scenario same;
            synchronized (this) {
                same = scenario;
            }
            begin(same);
            return status();
        });
    }

    private void begin(Scenario next) {
        boolean needsCluster;
        synchronized (this) {
            if (busy) {
                throw new IllegalStateException("a step is being played");
            }
            busy = true;
            needsCluster = used || !next.cluster().equals(scenario.cluster());
        }
        try {
            if (needsCluster) {
                lab.replaceCluster(next.cluster());
            }
            synchronized (this) {
                scenario = next;
                played = new ArrayList<>();
                foreseen = new ArrayList<>();
                used = false;
            }
        } catch (BootFailed | NotPossible | IOException e) {
            throw new CompletionException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            free();
        }
    }
}
