package mirrorlab.ui.timeline;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.Sentence;
import mirrorlab.vocabulary.HoldPoint;

/// A moment on the scrub bar that one may want to jump to.
///
/// @param entry index in the recording; the moment just after it is what the mark shows
public record Mark(int entry, Shape shape, Sentence label, long millis) {

    /// Shape says what kind of moment it is, as on the stage.
    public enum Shape {
        STEP, DEATH, STOP, START, PROMOTION, REFUSAL, POLICY, SYNCHRONISATION, HOLD, RELEASE
    }

    static Optional<Mark> of(Entry entry, int index) {
        return switch (entry.happening()) {
            case Happening.NodeDied it -> mark(entry, index, Shape.DEATH,
                    it.wasKilled() ? "mark.killed" : "mark.died", it.node().shortName());
            case Happening.NodeStopped it -> mark(entry, index, Shape.STOP, "mark.stopped", it.node().shortName());
            case Happening.NodeStarted it -> mark(entry, index, Shape.START, "mark.started", it.node().shortName());
            case Happening.MirrorPromoted it -> mark(entry, index, Shape.PROMOTION, "mark.promoted", it.queue().name(),
                    it.mirror().node().shortName());
            case Happening.PromotionRefused it -> mark(entry, index, Shape.REFUSAL, "mark.refused", it.queue().name());
            case Happening.MirrorsTerminated it ->
                mark(entry, index, Shape.REFUSAL, "mark.terminated", it.queue().name());
            case Happening.PolicySet it -> mark(entry, index, Shape.POLICY, "mark.policy", it.name());
            case Happening.PolicyCleared it -> mark(entry, index, Shape.POLICY, "mark.policy.cleared", it.name());
            case Happening.SyncStarted it -> mark(entry, index, Shape.SYNCHRONISATION, "mark.sync", it.queue().name());
            case Happening.SyncEnded it ->
                mark(entry, index, Shape.SYNCHRONISATION, "mark.sync.ended", it.queue().name());
            case Happening.Held it when it.millis() == 0 ->
                mark(entry, index, Shape.HOLD, "mark.held", it.queue().name(), point(it.point()));
            case Happening.Released it when it.why().equals("released") ->
                mark(entry, index, Shape.RELEASE, "mark.released", it.queue().name(), point(it.point()));
            case Happening.StepStarted it -> mark(entry, index, Shape.STEP, "mark.step", it.json(),
                    it.text());
            default -> Optional.empty();
        };
    }

    private static Object point(String word) {
        return HoldPoint.of(word).<Object>map(each -> Sentence.of("hold." + each.key())).orElse(word);
    }

    private static Optional<Mark> mark(Entry entry, int index, Shape shape, String key, Object... values) {
        return Optional.of(new Mark(index, shape, new Sentence(key, List.of(values)), entry.millis()));
    }

    boolean sameAs(Mark other) {
        return shape == other.shape && label.equals(other.label) && Math.abs(millis - other.millis) < 2_000;
    }
}
