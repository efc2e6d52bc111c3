package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.vocabulary.forecast.Forecast;
import org.junit.jupiter.api.Test;

/// Pointing at Kill or Stop shows on the lanes what would come of it, as the nodes forecast it.
class ForecastHoverTest extends LabWindow {
    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    private String standing(String queue) {
        return text("#lane-" + queue + " .lane-standing");
    }

    @Test
    void pointing_at_kill_and_stop_shows_what_would_be_lost_and_what_would_be_down() throws Exception {
        done(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"));
        done(Step.of("declare_queue").with("queue", "plain").with("node", "rabbit1"));
        done(Step.of("publish").with("queue", "orders").with("count", 10));
        done(Step.of("set_policy").with("name", "ha").with("pattern", "^orders").with("definition",
                Map.of("ha-mode", "all")));
        done(Step.of("publish").with("queue", "orders").with("count", 5));
        await("the lanes are there", () -> isShown("#lane-plain") && isShown("#lane-orders"));

        pointAt("#kill-rabbit1");
        await("the kill is forecast", () -> standing("orders").equals("rabbit3 would be promoted, 10 lost"));
        assertThat(standing("plain")).isEqualTo("would be down until rabbit1 returns");
        Forecast shown = seen(() -> desk.outlook().shown().get());
        assertThat(shown.queues()).hasSize(2);
        assertThat(seen(() -> robot.lookup("#lane-orders").query().getAccessibleText())).contains("10 lost");

        pointAt("#stop-rabbit1");
        await("the stop is forecast", () -> standing("orders").equals("would be down until rabbit1 returns"));
        pointAt("#kill-rabbit2");
        await("only a mirror is lost", () -> standing("orders").equals("would lose a mirror, no message"));
        assertThat(standing("plain")).isEqualTo("nothing would change");

        pointAt("#lane-orders");
        await("nothing is foreseen any more", () -> seen(() -> desk.outlook().shown().get()) == null);
        assertThat(standing("orders")).isEmpty();

        Toolkit.run(() -> desk.language().set(Language.CHINESE));
        Toolkit.run(() -> desk.theme().set(Theme.DARK));
        await("the window is built anew", () -> isShown("#kill-rabbit1") && isShown("#lane-orders"));
        pointAt("#kill-rabbit1");
        await("it is forecast in Chinese", () -> standing("orders").equals("rabbit3 将被提升，丢失 10 条"));
    }
}
