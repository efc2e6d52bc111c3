package mirrorlab.ui.twin;

import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The two charts of a page, drawn anew when a second has gone by or another moment or queue is shown.
final class Charts {
    private final ChartView queued;
    private final ChartView rates;
    private @Nullable Drawn drawn;

    private record Drawn(@Nullable QueueName queue, long second, int pastEntries) {}

    Charts(Desk desk, VBox queuedBox, VBox ratesBox) {
        queued = new ChartView(desk, queuedBox, "twin.queued");
        rates = new ChartView(desk, ratesBox, "twin.rates");
    }

    /// @param queue
    ///            null: all of them
    void show(Screen screen, @Nullable QueueName queue) {
        Drawn now = new Drawn(queue, screen.nowMillis() / 1000, screen.past() ? screen.moment().entries() : -1);
        if (!now.equals(drawn)) {
            drawn = now;
            queued.show(screen.minute().queued(queue, screen.nowMillis()));
            rates.show(screen.minute().rates(queue, screen.nowMillis()));
        }
    }
}
