package mirrorlab.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessHostTest {

    @Test
    void a_node_that_dies_at_its_start_leaves_its_last_words(@TempDir Path folder) throws Exception {
        NodeLaunch launch = new NodeLaunch(NodeName.of("a"), "disc",
                List.of(new NodeLaunch.Member(NodeName.of("b"), "disc", 20_000)), 0, 0, "hush", folder, Map.of(), 1);
        NodeLife life = new ProcessHost().start(launch, line -> {});
        assertThatThrownBy(() -> life.serving().toCompletableFuture().get(60, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class).cause().isInstanceOfSatisfying(BootFailed.class, failed -> {
                    assertThat(failed)
                            .hasMessage("the node a@localhost ended while it booted (exit status 78); its last words:");
                    assertThat(failed.lastLogLines().getLast()).contains("is not among the members of its cluster");
                });
        NodeLife.Ending ending = life.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(ending.exitStatus()).isEqualTo(78);
        assertThat(ending.isClean()).isFalse();
        assertThat(folder.resolve("node.log")).content().contains("is not among the members").doesNotContain("hush");
    }
}
