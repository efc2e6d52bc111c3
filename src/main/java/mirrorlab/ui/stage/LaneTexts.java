package mirrorlab.ui.stage;

import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.NodeName;

/// The words of a lane, in one language; the stage and the text table both use them.
public record LaneTexts(Texts texts) {

    /// What stands beside a cell's glyph.
    public String title(Cell cell) {
        return switch (cell.kind()) {
            case NONE -> "";
            case MASTER -> cell.unacknowledged() == 0
                    ? texts.say("cell.master", cell.ready())
                    : texts.say("cell.master.unacknowledged", cell.ready(), cell.unacknowledged());
            case SYNCHRONISED -> texts.say("cell.synchronised");
            case UNSYNCHRONISED -> cell.lacking() > 0
                    ? texts.say("cell.lacks", cell.lacking())
                    : texts.say("cell.unsynchronised");
            case SYNCING -> texts.say("cell.syncing", Math.round(cell.progress() * 100));
            case STOPPED_MASTER -> texts.say("cell.was.master", cell.ready() + cell.unacknowledged());
            case STOPPED_MIRROR -> texts.say("cell.was.mirror");
        };
    }

    /// The same in a column that is too narrow for it; the glyph says the role.
    public String briefTitle(Cell cell) {
        return switch (cell.kind()) {
            case MASTER -> cell.unacknowledged() == 0
                    ? texts.say("cell.master.brief", cell.ready())
                    : texts.say("cell.master.unacknowledged.brief", cell.ready(), cell.unacknowledged());
            case STOPPED_MASTER -> texts.say("cell.was.master.brief", cell.ready() + cell.unacknowledged());
            case NONE, SYNCHRONISED, UNSYNCHRONISED, SYNCING, STOPPED_MIRROR -> title(cell);
        };
    }

    /// The same where there is room for a number only; the glyph says the rest.
    public String shortTitle(Cell cell) {
        return switch (cell.kind()) {
            case NONE, SYNCHRONISED, STOPPED_MIRROR -> "";
            case MASTER -> texts.say("cell.number", cell.ready() + cell.unacknowledged());
            case UNSYNCHRONISED -> cell.lacking() > 0 ? texts.say("cell.minus", cell.lacking()) : "?";
            case SYNCING -> texts.say("cell.percent", Math.round(cell.progress() * 100));
            case STOPPED_MASTER -> texts.say("cell.number", cell.ready() + cell.unacknowledged());
        };
    }

    /// What stands below a bar at its left end: what was lost, or the oldest message.
    public String left(Cell cell) {
        if (!cell.lost().isEmpty()) {
            return texts.say("cell.lost", cell.lost());
        }
        return held(cell);
    }

    /// The same in a narrow column: how many were lost.
    public String briefLeft(Cell cell) {
        long lost = cell.segments().stream().filter(each -> each.kind() == Segment.Kind.LOST)
                .mapToLong(Segment::count).sum();
        return lost > 0 && !cell.lost().isEmpty() ? texts.say("cell.lost", lost) : left(cell);
    }

    private static String held(Cell cell) {
        return cell.oldest().equals(cell.newest()) ? cell.newest() : cell.oldest() + " … " + cell.newest();
    }

    /// What stands below a bar at its right end.
    public String right(Cell cell) {
        if (cell.waitingCopies() > 0) {
            return texts.say("cell.waiting.copies", cell.waitingCopies());
        }
        return cell.lost().isEmpty() ? "" : held(cell);
    }

    public String details(Lane lane) {
        String kind = texts
                .say(lane.exclusive() ? "lane.exclusive" : lane.durable() ? "lane.durable" : "lane.transient");
        return lane.policy() == null
                ? texts.say("lane.no.policy", kind)
                : texts.say("lane.policy", kind, lane.policy());
    }

    public String standing(Lane lane) {
        return switch (lane.standing()) {
            case RUNNING -> "";
            case SYNCING -> texts.say("lane.syncing", lane.syncPercent());
            case PROMOTING -> texts.say("lane.promoting");
            case DOWN -> texts.say("lane.down");
        };
    }

    public String waiting(Lane lane) {
        return lane.waitingPublishes() + lane.waitingOther() == 0
                ? ""
                : texts.say("lane.waiting", lane.waitingPublishes(), lane.waitingOther());
    }

    public String down(Lane lane) {
        NodeName node = lane.waitsFor();
        return node == null ? texts.say("lane.down.bar") : texts.say("lane.down.waits", node.shortName());
    }
}
