package mirrorlab.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabStartTest {

    private static String line(String... words) {
        return String.join("\0", words) + "\0";
    }

    @Test
    void the_new_flags_stand_before_all_others_and_every_word_stays() {
        byte[] words = LabStart.withFlags(line("java", "-Xmx1g", "-jar", "m.jar", "up", "a file.json", "")
                .getBytes(StandardCharsets.UTF_8), List.of("-XX:AOTCache=c", "-Dx=1"));
        assertThat(new String(words, StandardCharsets.UTF_8)).isEqualTo(
                line("java", "-XX:AOTCache=c", "-Dx=1", "-Xmx1g", "-jar", "m.jar", "up", "a file.json", ""));
    }

    @Test
    void only_a_jar_without_flags_that_the_cache_does_not_know_is_started_again() {
        assertThat(LabStart.canTakeFlags(line("java", "-jar", "m.jar", "up", "--embedded"))).isTrue();
        assertThat(LabStart.canTakeFlags(line("java", "-Xmx1g", "-jar", "m.jar", "up", "--agent"))).isTrue();
        for (String each : List.of("-agentlib:jdwp=x", "-javaagent:x.jar", "-XX:AOTCache=mine", "-Xshare:off",
                "--enable-native-access=ALL-UNNAMED")) {
            assertThat(LabStart.canTakeFlags(line("java", each, "-jar", "m.jar", "up"))).as(each).isFalse();
        }
        assertThat(LabStart.canTakeFlags(line("java", "-cp", "m.jar", "mirrorlab.cli.Main", "up"))).isFalse();
    }

    @Test
    void a_window_takes_its_flags_unless_somebody_chose_others() {
        assertThat(LabStart.canTakeWindowFlags(line("java", "-jar", "m.jar"))).isTrue();
        assertThat(LabStart.canTakeWindowFlags(line("java", "-Dx=1", "-jar", "m.jar", "bench", "ui", "-X"))).isTrue();
        assertThat(LabStart.canTakeWindowFlags(line("java", "-Xmx200m", "-jar", "m.jar"))).isFalse();
        assertThat(LabStart.canTakeWindowFlags(line("java", "-XX:+UseZGC", "-jar", "m.jar"))).isFalse();
        assertThat(LabStart.canTakeWindowFlags(line("java", "-cp", "m.jar", "mirrorlab.cli.Main"))).isFalse();
    }

    @Test
    void nothing_happens_to_a_program_that_does_not_run_from_one_jar() {
        LabStart.withCache(new String[]{"up"});
        assertThat(AotCache.isReady()).isFalse();
    }
}
