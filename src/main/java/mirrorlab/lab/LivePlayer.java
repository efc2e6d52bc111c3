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
import mirrorlab.lab.scenario.ScenarioText;
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
    /// Done by hand while a step was played.
    private final List<Done> aside = new ArrayList<>();
    private boolean busy;
    private boolean playing;
    private boolean used;

    private record Done(Step step, StepResult result) {}

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

    @Override
    public void append(Step step, StepResult result) {
        synchronized (this) {
            aside.add(new Done(step, result));
            if (!busy) {
                takeIn();
            }
        }
        changed();
    }

    private synchronized void takeIn() {
        for (Done each : aside) {
            if (scenario.steps().size() < ScenarioFile.MOST_STEPS) {
                scenario = scenario.with(played.size(), each.step());
                played.add(new PlayedStep(played.size() + 1, each.step(), each.result(), List.of(), 0));
            }
        }
        aside.clear();
    }

    private synchronized boolean isAtEnd() {
        return played.size() == scenario.steps().size();
    }

    private void free() {
        synchronized (this) {
            busy = false;
            playing = false;
            takeIn();
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
            takeIn();
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
        }).exceptionallyCompose(LivePlayer::cause);
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

    @Override
    public synchronized String text() {
        return ScenarioText.of(scenario);
    }

    @Override
    public CompletionStage<Status> replace(String text) {
        return LiveLab.virtually(() -> {
            try {
                Scenario next = ScenarioFile.parse("scenario", text);
                if (!goOnWith(next)) {
                    begin(next);
                }
            } catch (BadFile e) {
                throw new CompletionException(e);
            }
            changed();
            return status();
        }).exceptionallyCompose(LivePlayer::cause);
    }

    /// Only steps that were not played yet differ.
    private synchronized boolean goOnWith(Scenario next) {
        List<String> done = texts(scenario.steps().subList(0, played.size()));
        boolean same = !busy && next.cluster().equals(scenario.cluster()) && next.steps().size() >= done.size()
                && texts(next.steps().subList(0, done.size())).equals(done);
        if (same) {
            scenario = next;
        }
        return same;
    }

    /// A count of the window is not the same Java number as one that was read.
    private static List<String> texts(List<Step> steps) {
        return steps.stream().map(each -> each.json().toString()).toList();
    }

    private static CompletionStage<Status> cause(Throwable fault) {
        return CompletableFuture.failedFuture(
                fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault);
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
                aside.clear();
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
