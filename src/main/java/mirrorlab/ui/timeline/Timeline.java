package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.Lab;
import mirrorlab.lab.Recording;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.vocabulary.NodeName;

/// The recording as the window follows it: folded up to now, and up to another moment while the past is shown. The cluster runs
/// on meanwhile. Toolkit-free; confined to one thread.
public final class Timeline {
    /// Folding more than this in one frame would be seen; the rest waits for the next frame.
    private static final int PER_FRAME = 4000;
    /// However slow the machine is; more of a recording that was just opened.
    private static final int AT_LEAST = 300;
    private static final int AT_LEAST_FIRST = 1500;
    private static final long FRAME_NANOS = 3_500_000;
    private static final int LONG = 30_000;
    private static final long LONG_NANOS = 40_000_000;
    /// A moment so far behind a checkpoint is shown at once; a further one after some frames.
    private static final int AT_ONCE = 8_000;
    /// Milliseconds of the scrub bar that a mark takes for itself.
    private static final long MARK_ROOM = 180;

    private final Lab lab;
    private Recording recording;
    private int taken;
    private long firstMillis;
    private Checkpoints checkpoints;
    private final List<Mark> marks = new ArrayList<>();
    private final ScrubAxis axis = new ScrubAxis();
    private final EventLog events = new EventLog();
    private Ledger now = new Ledger();
    private Moment live;
    private Moment shown;
    private boolean past;
    /// The past moment that is to be shown; what is shown may still be on its way there.
    private int wanted;
    private final PastPlay play = new PastPlay();
    private boolean moved = true;

    public Timeline(Lab lab) {
        this.lab = lab;
        recording = lab.recording();
        checkpoints = new Checkpoints(recording);
        live = moment(0, now);
        shown = live;
    }

    /// @param changed something that is shown may have changed
    /// @param news more than the numbers of traffic
    /// @param fresh entries that are new in what is shown
    public record Advance(boolean changed, boolean news, List<Entry> fresh) {}

    /// Takes what arrived.
    public Advance advance() {
        boolean changed = moved;
        moved = false;
        if (lab.recording() != recording) {
            begin(lab.recording());
            changed = true;
        }
        List<Entry> fresh = take(recording.since(taken));
        if (!fresh.isEmpty()) {
            live = moment(taken, now);
            if (!past) {
                shown = live;
            }
        }
        boolean news = changed || fresh.stream().anyMatch(entry -> !(entry.happening() instanceof Happening.Traffic));
        if (past) {
            boolean winds = isWinding();
            wind(PER_FRAME, FRAME_NANOS);
            changed |= winds;
            news |= winds;
            List<Entry> played = play.take();
            boolean playedNews = played.stream().anyMatch(entry -> !(entry.happening() instanceof Happening.Traffic));
            return new Advance(changed || !fresh.isEmpty() || !played.isEmpty(), news || playedNews, played);
        }
        return new Advance(changed || !fresh.isEmpty(), news, fresh);
    }

    /// As many as fit into a frame; the rest waits for the next one. A long recording that was just opened gets more of it.
    private List<Entry> take(List<Entry> waiting) {
        long until = System.nanoTime() + (waiting.size() > LONG ? LONG_NANOS : FRAME_NANOS);
        int least = taken < AT_LEAST_FIRST ? AT_LEAST_FIRST : AT_LEAST;
        int count = 0;
        while (count < waiting.size() && count < PER_FRAME && (count < least || System.nanoTime() < until)) {
            take(waiting.get(count++));
        }
        return waiting.subList(0, count);
    }

    private void begin(Recording fresh) {
        recording = fresh;
        taken = 0;
        firstMillis = 0;
        checkpoints = new Checkpoints(fresh);
        marks.clear();
        axis.clear();
        events.clear();
        now = new Ledger();
        past = false;
        play.stop();
        live = moment(0, now);
        shown = live;
    }

    private void take(Entry entry) {
        checkpoints.offer(taken, now);
        boolean news = !(entry.happening() instanceof Happening.Traffic) && isNews(entry.happening());
        boolean marked = news && Mark.of(entry, taken).filter(this::mark).isPresent();
        if (news) {
            events.take(entry, taken, now.picture().names());
        }
        axis.add(entry.millis(), marked ? MARK_ROOM : 0);
        firstMillis = taken == 0 ? entry.millis() : firstMillis;
        taken++;
        now.apply(entry);
    }

    /// Every node tells of every policy, a returning one again.
    private boolean isNews(Happening happening) {
        return switch (happening) {
            case Happening.PolicySet it -> !now.picture().policies().contains(it);
            case Happening.PolicyCleared it -> now.picture().policies().stream()
                    .anyMatch(policy -> policy.vhost().equals(it.vhost()) && policy.name().equals(it.name()));
            default -> true;
        };
    }

    /// Nodes repeat what they all learned; one mark says it once.
    private boolean mark(Mark mark) {
        boolean fresh = marks.stream().skip(Math.max(0, marks.size() - 12)).noneMatch(each -> each.sameAs(mark));
        if (fresh) {
            marks.add(mark);
        }
        return fresh;
    }

    private Moment moment(int size, Ledger ledger) {
        List<NodeName> columns = new ArrayList<>(lab.nodes());
        ledger.picture().nodes().stream().map(node -> node.name()).filter(name -> !columns.contains(name))
                .forEach(columns::add);
        return new Moment(size, ledger, List.copyOf(columns), firstMillis);
    }

    /// Shows the cluster as it was after the first `size` entries. Far from what is remembered it takes some frames: what is
    /// shown meanwhile comes nearer with each.
    public void showPast(int size) {
        int moment = Math.clamp(size, 0, taken);
        if (moment == taken) {
            showNow();
            return;
        }
        int from = checkpoints.before(moment);
        if (!past || shown.entries() > moment || shown.entries() < from) {
            shown = moment(from, checkpoints.after(from));
        }
        past = true;
        moved = true;
        play.stop();
        wanted = moment;
        wind(AT_ONCE, FRAME_NANOS);
    }

    private boolean isWinding() {
        return past && shown.entries() < wanted;
    }

    /// @param least so many are folded, more while there is time
    private void wind(int least, long nanos) {
        long until = System.nanoTime() + nanos;
        Ledger then = shown.ledger();
        int size = shown.entries();
        for (int count = 0; size < wanted && (count < least || System.nanoTime() < until); count++) {
            then.apply(recording.get(size++));
        }
        if (size > shown.entries()) {
            shown = moment(size, then);
        }
    }

    /// Lets the past that is shown go on, or stand.
    public void playPast(boolean on) {
        if (on && past) {
            play.start();
        } else {
            play.stop();
        }
        moved = true;
    }

    public boolean isPlaying() {
        return play.isOn();
    }

    /// One frame of a past that goes on: what came within it is shown. At the end the present is.
    ///
    /// @param speed 1 as it was
    public void playOn(long nanos, double speed) {
        if (!play.isOn() || isWinding()) {
            return;
        }
        int size = play.upTo(entries(0, taken), shown.entries(), nanos, speed);
        if (size > shown.entries()) {
            Ledger then = shown.ledger();
            entries(shown.entries(), size).forEach(then::apply);
            shown = moment(size, then);
            wanted = size;
        }
        if (size == taken) {
            showNow();
        }
    }

    private List<Entry> entries(int from, int to) {
        return recording.since(from).subList(0, to - from);
    }

    /// For whoever looks for a moment of the past.
    Checkpoints checkpoints() {
        return checkpoints;
    }

    /// To the next (1) or the previous (-1) mark.
    public void jump(int direction) {
        int at = past ? wanted : taken;
        List<Integer> stops = marks.stream().map(mark -> mark.entry() + 1).toList();
        if (direction > 0) {
            stops.stream().filter(stop -> stop > at).findFirst().ifPresentOrElse(this::showPast, this::showNow);
        } else {
            stops.reversed().stream().filter(stop -> stop < at).findFirst().ifPresent(this::showPast);
        }
    }

    public void showNow() {
        moved = moved || past;
        past = false;
        play.stop();
        shown = live;
    }

    /// The window must say so.
    public boolean isPast() {
        return past;
    }

    public Moment live() {
        return live;
    }

    public Moment shown() {
        return shown;
    }

    public ScrubAxis axis() {
        return axis;
    }

    /// What the event list shows, oldest first.
    public List<EventLine> events() {
        return events.lines();
    }

    /// The nodes' logs, oldest line first.
    public List<EventLine> logs() {
        return events.logs();
    }

    public int size() {
        return taken;
    }

    public Entry entry(int index) {
        return recording.get(index);
    }

    /// Which recording is followed: another one is another cluster's.
    public Recording recording() {
        return recording;
    }

    /// Moments worth jumping to, oldest first.
    public List<Mark> marks() {
        return List.copyOf(marks);
    }
}
