package mirrorlab.ui.bench;

import java.util.List;
import javafx.scene.Scene;
import javafx.scene.control.ScrollPane;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FrameBench;
import mirrorlab.ui.stage.Closeness;
import mirrorlab.ui.stage.StageWish;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Does one thing after the other in the window, the same in every run: scrolls in each frame, and every half second filters,
/// searches, selects, pins, or goes nearer or further.
final class BusyUser implements FrameBench.User {
    private static final int EVERY = 30;
    private static final List<Closeness> WAYS = List.of(Closeness.AUTOMATIC, Closeness.NUMBERS, Closeness.MESSAGES,
            Closeness.GLYPHS);

    private @Nullable ScrollPane lanes;

    @Override
    public void act(Desk desk, Scene scene, int frame) {
        if (lanes == null && scene.lookup(".lanes-scroll") instanceof ScrollPane found) {
            lanes = found;
        }
        ScrollPane scroll = lanes;
        if (scroll != null) {
            double way = frame % 240 / 120.0;
            scroll.setVvalue(way < 1 ? way : 2 - way);
        }
        if (frame % EVERY == 0) {
            int turn = frame / EVERY;
            StageWish wish = desk.stageWish().get();
            List<QueueName> queues = desk.queuesInOrder().get();
            switch (turn % 6) {
                case 0 -> desk.stageWish().set(wish.from(WAYS.get(turn / 6 % WAYS.size())));
                case 1 -> desk.stageWish().set(wish.atRisk(!wish.onlyAtRisk()));
                case 2 -> desk.stageWish().set(wish.searching(turn % 12 == 2 ? "mail" : ""));
                case 3 -> desk.selected().set(queues.isEmpty() ? null : queues.get(turn * 37 % queues.size()));
                case 4 -> desk.stageWish().set(wish.atRisk(false).searching(""));
                default -> {
                    if (!queues.isEmpty()) {
                        desk.stageWish().set(wish.pinning(queues.get(turn * 53 % queues.size())));
                    }
                }
            }
        }
    }
}
