package mirrorlab.lab.scenario;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.config.ClusterFile;

/// A scenario as it was read from a file.
///
/// @param name
///            in kebab-case
/// @param titleZh
///            the title in 简体中文, empty when the file has none
/// @param cluster
///            the cluster that it starts from, empty
public record Scenario(String name, String title, String titleZh, ClusterFile cluster, List<Step> steps) {

    /// No steps on three nodes.
    public static Scenario empty() {
        return new Scenario("", "", "", ClusterFile.threeNodes(), List.of());
    }

    /// The same scenario with another step at `place`, counted from 0.
    public Scenario with(int place, Step step) {
        List<Step> more = new ArrayList<>(steps);
        more.add(place, step);
        return new Scenario(name, title, titleZh, cluster, List.copyOf(more));
    }

    /// The same scenario with shorter waits, see {@link ClusterFile#withWaits}.
    public Scenario withWaits(double share) {
        return new Scenario(name, title, titleZh, cluster.withWaits(share), steps);
    }

    /// Each step as a readable line.
    public List<String> lines() {
        return steps.stream().map(StepLine::of).toList();
    }
}
