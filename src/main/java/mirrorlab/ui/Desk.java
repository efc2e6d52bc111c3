package mirrorlab.ui;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import mirrorlab.journal.Entry;
import mirrorlab.lab.Lab;
import mirrorlab.lab.Texts;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.ui.stage.StageWish;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.timeline.Timeline;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import org.jspecify.annotations.Nullable;

/// What all views of one window share: the lab, the moment that is shown, what is selected, language and theme, and the way to
/// send commands. Confined to the JavaFX thread, except {@link #later}; needs no toolkit itself.
public final class Desk {
    /// The lab's word for a result that has no more to say.
    private static final String DONE = "done";
    /// After it somebody who sees nothing would press again.
    private static final long LONG_NANOS = 500_000_000;
    private final Lab lab;
    private final Timeline timeline;
    private final Outlook outlook;
    private final Outlook prospect;
    private final ObjectProperty<Theme> theme = new SimpleObjectProperty<>(Theme.LIGHT);
    private final ObjectProperty<Language> language = new SimpleObjectProperty<>(Language.ENGLISH);
    private final DoubleProperty zoom = new SimpleDoubleProperty(1);
    private final BooleanProperty projector = new SimpleBooleanProperty();
    private final BooleanProperty leftFolded = new SimpleBooleanProperty();
    private final BooleanProperty rightFolded = new SimpleBooleanProperty();
    private final BooleanProperty reducedMotion = new SimpleBooleanProperty();
    private final DoubleProperty speed = new SimpleDoubleProperty(1);
    private final ObjectProperty<@Nullable QueueName> selected = new SimpleObjectProperty<>();
    private @Nullable QueueName expected;
    private @Nullable Asked asked;
    private final ObjectProperty<@Nullable NodeName> chosenNode = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable PolicyPreview> draft = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable Notice> notice = new SimpleObjectProperty<>();
    private final ObjectProperty<@Nullable Sheet> sheet = new SimpleObjectProperty<>();
    private final ObjectProperty<Aside> aside = new SimpleObjectProperty<>(Aside.WHY);
    private final ObjectProperty<Page> page = new SimpleObjectProperty<>(Page.STAGE);
    private final ObjectProperty<StageWish> stageWish = new SimpleObjectProperty<>(StageWish.EVERYTHING);
    private final ObjectProperty<List<QueueName>> queuesInOrder = new SimpleObjectProperty<>(List.of());
    private final ObjectProperty<FileQuestion> files = new SimpleObjectProperty<>(FileChooser::showOpenDialog);
    private final ObjectProperty<FileQuestion> saves = new SimpleObjectProperty<>(FileChooser::showSaveDialog);
    private final ObjectProperty<ScenarioPlayer.Status> scenario;
    private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final Turns turns = new Turns();
    private final List<Runnable> bindings = new ArrayList<>();
    private Texts texts = Language.ENGLISH.texts();
    private volatile boolean scenarioChanged = true;

    public Desk(Lab lab) {
        this.lab = lab;
        timeline = new Timeline(lab);
        outlook = new Outlook(lab, this);
        prospect = new Outlook(lab, this);
        scenario = new SimpleObjectProperty<>(lab.player().status());
        lab.player().onChange(() -> scenarioChanged = true);
        projector.addListener((property, before, now) -> {
            leftFolded.set(now);
            rightFolded.set(now);
        });
        language.addListener((property, before, now) -> {
            texts = now.texts();
            notice.set(null);
        });
    }

    /// A side sheet: its form and what it is about.
    public record Sheet(FxmlFile file, Object subject) {
        public Sheet(FxmlFile file) {
            this(file, "");
        }
    }

    /// Asks for a file; null when nobody chose one.
    public interface FileQuestion {
        @Nullable
        File ask(FileChooser chooser, Window owner);
    }

    /// A command that has no result yet.
    ///
    /// @param sinceNanos
    ///            the first frame after it; 0 before that
    private record Asked(Step step, long sinceNanos) {}

    /// Called on every frame, views in the order in which they were built.
    public interface FrameListener {
        /// Something that is drawn may have changed.
        default void moment(Moment moment) {}

        /// @param fresh entries that arrived since the last frame and are part of what is shown; empty when the past is shown
        default void pulse(long nanos, List<Entry> fresh) {}
    }

    public void listen(FrameListener listener) {
        turns.add(listener);
        listener.moment(timeline.shown());
    }

    /// Like {@link #listen(FrameListener)}, but only while the page is shown; it learns of the moment when it comes back.
    public void listen(Page where, FrameListener listener) {
        turns.add(new FrameListener() {
            @Override
            public void moment(Moment moment) {
                if (page.get() == where) {
                    listener.moment(moment);
                }
            }

            @Override
            public void pulse(long nanos, List<Entry> fresh) {
                if (page.get() == where) {
                    listener.pulse(nanos, fresh);
                }
            }
        });
        whileShown(page, now -> {
            if (now == where) {
                listener.moment(timeline.shown());
            }
        });
    }

    /// Tells `view` the present value and every later one, until the views are built anew.
    public <T extends @Nullable Object> void whileShown(ObservableValue<T> value, Consumer<T> view) {
        ChangeListener<T> listener = (property, before, now) -> view.accept(now);
        value.addListener(listener);
        bindings.add(() -> value.removeListener(listener));
        view.accept(value.getValue());
    }

    /// The views are built anew, in another language.
    public void forgetViews() {
        turns.clear();
        bindings.forEach(Runnable::run);
        bindings.clear();
    }

    /// One frame: takes what came, tells the views. Never waits.
    public void frame(long nanos) {
        for (Runnable next = inbox.poll(); next != null; next = inbox.poll()) {
            next.run();
        }
        if (scenarioChanged) {
            scenarioChanged = false;
            scenario.set(lab.player().status());
        }
        sayWhatTakesLong(nanos);
        timeline.playOn(nanos, speed.get());
        Timeline.Advance advance = timeline.advance();
        if (advance.changed()) {
            selectExpected();
            keepSelection();
        }
        turns.tell(timeline.shown(), advance.changed(), advance.news());
        turns.listeners().forEach(listener -> listener.pulse(nanos, advance.fresh()));
    }

    /// Selects a queue that was just declared: at once, or as soon as the nodes tell of it.
    public void selectOnceSeen(QueueName queue) {
        expected = queue;
        selectExpected();
    }

    private void sayWhatTakesLong(long nanos) {
        Asked now = asked;
        if (now != null && now.sinceNanos() == 0) {
            asked = new Asked(now.step(), nanos);
        } else if (now != null && nanos - now.sinceNanos() > LONG_NANOS) {
            asked = null;
            notice.set(Notice.underWay(
                    texts.say("notice.under.way", new StepWords(texts).say(now.step(), now.step().kind()))));
        }
    }

    private void selectExpected() {
        QueueName queue = expected;
        if (queue != null && timeline.shown().queue(queue).isPresent()) {
            expected = null;
            selected.set(queue);
        }
    }

    /// Some queue is selected whenever there is one.
    private void keepSelection() {
        QueueName now = selected.get();
        if (now == null || timeline.shown().queue(now).isEmpty()) {
            List<QueueName> queues = timeline.shown().queues();
            selected.set(queues.isEmpty() ? null : queues.getFirst());
        }
    }

    /// Runs on the JavaFX thread at the next frame; may be called from any thread.
    public void later(Runnable task) {
        inbox.add(task);
    }

    /// Sends a command; its result is said in one sentence at the bottom of the window.
    public void perform(Step step) {
        perform(step, result -> {});
    }

    /// A command is given to the present: the window goes there first.
    ///
    /// @param then told of the result on the JavaFX thread
    public void perform(Step step, Consumer<StepResult> then) {
        timeline.showNow();
        asked = new Asked(step, 0);
        var unused = lab.perform(step).whenComplete((result, fault) -> later(() -> {
            asked = null;
            if (fault != null) {
                notice.set(new Notice(false, String.valueOf(fault.getMessage())));
                return;
            }
            notice.set(new Notice(result.ok(), sentence(step, result)));
            if (result.ok()) {
                lab.player().append(step, result);
            }
            then.accept(result);
        }));
    }

    /// What was asked for and what came of it.
    private String sentence(Step step, StepResult result) {
        StepWords words = new StepWords(texts);
        String asked = words.say(step, step.kind());
        return result.text().equals(DONE)
                ? texts.say("notice.done", asked)
                : texts.say("notice.result", asked, words.say(step, result));
    }

    public Lab lab() {
        return lab;
    }

    public Timeline timeline() {
        return timeline;
    }

    /// What would become of the queues if the node chosen in the panel of forecasts ended.
    public Outlook prospect() {
        return prospect;
    }

    /// The same for the button that somebody points at.
    public Outlook outlook() {
        return outlook;
    }

    public Texts texts() {
        return texts;
    }

    public String say(String key, Object... values) {
        return texts.say(key, values);
    }

    public ObjectProperty<Theme> theme() {
        return theme;
    }

    public ObjectProperty<Language> language() {
        return language;
    }

    /// How much larger than in the smallest window things are drawn.
    public DoubleProperty zoom() {
        return zoom;
    }

    /// Shown to a room: type half as large again, the sides folded, a ring around the pointer.
    public BooleanProperty projector() {
        return projector;
    }

    /// The scenario and the clients are folded away.
    public BooleanProperty leftFolded() {
        return leftFolded;
    }

    /// Reasons, forecast and ledger are folded away; a form opens in their place all the same.
    public BooleanProperty rightFolded() {
        return rightFolded;
    }

    /// How fast things move and the past is played: 1 as they happen, 0.1 ten times slower.
    public DoubleProperty speed() {
        return speed;
    }

    public BooleanProperty reducedMotion() {
        return reducedMotion;
    }

    public ObjectProperty<@Nullable QueueName> selected() {
        return selected;
    }

    /// The node that the next key is meant for; null: the selected queue's master.
    public ObjectProperty<@Nullable NodeName> chosenNode() {
        return chosenNode;
    }

    /// What the policy that stands in the form would change; null while no such form is open.
    public ObjectProperty<@Nullable PolicyPreview> draft() {
        return draft;
    }

    public ObjectProperty<@Nullable Notice> notice() {
        return notice;
    }

    public ObjectProperty<@Nullable Sheet> sheet() {
        return sheet;
    }

    /// What stands at the right of the window.
    public ObjectProperty<Aside> aside() {
        return aside;
    }

    /// What stands in the middle of the window.
    public ObjectProperty<Page> page() {
        return page;
    }

    /// The system's own dialogue for a file to write, unless somebody answers in its place.
    public ObjectProperty<FileQuestion> saves() {
        return saves;
    }

    /// What somebody wants to see of the queues.
    public ObjectProperty<StageWish> stageWish() {
        return stageWish;
    }

    /// The queues that the stage shows, from top to bottom: the order in which keys go through them.
    public ObjectProperty<List<QueueName>> queuesInOrder() {
        return queuesInOrder;
    }

    /// The system's own dialogue, unless somebody answers in its place.
    public ObjectProperty<FileQuestion> files() {
        return files;
    }

    public ObjectProperty<ScenarioPlayer.Status> scenario() {
        return scenario;
    }
}
