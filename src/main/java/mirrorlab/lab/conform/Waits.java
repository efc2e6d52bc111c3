package mirrorlab.lab.conform;

import mirrorlab.lab.scenario.Scenario;

/// How much shorter than the recording's the waits of a scenario are when it is played: no recorded outcome depends on
/// their length.
public final class Waits {
    private static final double SHORT = 1;
    private static final double SHORTER_STILL = 0.1;

    private Waits() {}

    /// The scenario with shorter waits.
    ///
    /// @param share
    ///            of the recording's waits; less where the recording waits so shortly for what must not come that the lab,
    ///            which is faster than the real broker, would be done before
    public static Scenario shortened(Scenario scenario, double share) {
        boolean isShort = scenario.steps().stream().map(each -> each.json().path("timeout"))
                .anyMatch(each -> each.isNumber() && each.doubleValue() <= SHORT);
        return new Scenario(scenario.name(), scenario.title(), scenario.titleZh(),
                scenario.cluster().withWaits(isShort ? Math.min(share, SHORTER_STILL) : share), scenario.steps());
    }
}
