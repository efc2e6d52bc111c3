package mirrorlab.ui;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import mirrorlab.journal.Entry;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.Lab;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import org.jspecify.annotations.Nullable;

/// What would become of the queues, while somebody points at Kill or Stop. Asked again while things change. Confined to the
/// JavaFX thread.
public final class Outlook implements Desk.FrameListener {
    private static final long AGAIN_NANOS = 400_000_000;
    private final Lab lab;
    private final Desk desk;
    private final ReadOnlyObjectWrapper<@Nullable Forecast> shown = new ReadOnlyObjectWrapper<>();
    private @Nullable Question question;
    private boolean waiting;
    private boolean changed;
    private long askedNanos;

    private record Question(NodeName node, Death death) {}

    Outlook(Lab lab, Desk desk) {
        this.lab = lab;
        this.desk = desk;
    }

    /// Null while nobody points, or nobody can say.
    public ReadOnlyObjectProperty<@Nullable Forecast> shown() {
        return shown.getReadOnlyProperty();
    }

    /// The pointer is on the button that does this. In the past there is nothing to foresee.
    public void point(NodeName node, Death death) {
        leave();
        if (!desk.timeline().isPast()) {
            question = new Question(node, death);
            ask(question);
        }
    }

    public void leave() {
        question = null;
        shown.set(null);
    }

    private void ask(Question asked) {
        waiting = true;
        changed = false;
        askedNanos = System.nanoTime();
        var unused = lab.forecast(asked.node(), asked.death())
                .whenComplete(
                        (told, fault) -> desk.later(() -> answered(asked, fault == null ? told : Optional.empty())));
    }

    private void answered(Question asked, Optional<Forecast> told) {
        waiting = false;
        if (asked.equals(question)) {
            shown.set(told.orElse(null));
        } else if (question != null) {
            ask(question);
        }
    }

    @Override
    public void moment(mirrorlab.ui.timeline.Moment moment) {
        changed = true;
        Question asked = question;
        if (asked != null && moment.picture().node(asked.node()).filter(NodePicture::isAlive).isEmpty()) {
            leave(); // it has happened, by whichever hand
        }
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        Question asked = question;
        if (asked != null && changed && !waiting && System.nanoTime() - askedNanos > AGAIN_NANOS) {
            ask(asked);
        }
    }
}
