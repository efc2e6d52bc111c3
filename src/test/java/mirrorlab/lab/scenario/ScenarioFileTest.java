package mirrorlab.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import mirrorlab.broker.PeerMessages;
import mirrorlab.lab.config.BadFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioFileTest {

    @Test
    void the_steps_come_in_the_order_of_the_file() throws BadFile {
        Scenario scenario = ScenarioFile.parse("x.json",
                """
                        {"name": "two-steps", "title": "Two", "nodes": [{"name": "a"}, {"name": "b", "type": "ram"}],
                         "config": {"cluster_partition_handling": "autoheal", "net_ticktime": 5},
                         "steps": [{"do": "declare_queue", "queue": "q", "node": "a"},
                                   {"do": "kill", "node": "master(q)", "settle": false, "comment": "why", "expect": {"outcome": "ok"}}]}
                        """);
        assertThat(scenario.name()).isEqualTo("two-steps");
        assertThat(scenario.cluster().names()).map(Object::toString).containsExactly("a@localhost", "b@localhost");
        assertThat(scenario.cluster().nodes().get(1).type()).isEqualTo("ram");
        assertThat(scenario.cluster().settings()).containsEntry("net_ticktime", 5L)
                .containsEntry("cluster_partition_handling", "autoheal");
        assertThat(scenario.lines()).containsExactly("declare q on a, durable", "kill master(q)");
    }

    @Test
    void a_scenario_without_nodes_has_three() throws BadFile {
        Scenario scenario = ScenarioFile.parse("x.json", "{\"name\": \"n\", \"steps\": []}");
        assertThat(scenario.cluster().names()).map(Object::toString).containsExactly("rabbit1@localhost",
                "rabbit2@localhost", "rabbit3@localhost");
    }

    record Bad(String text, int line, int column, String found, String expected) {}

    static List<Bad> broken() {
        return List.of(new Bad("", 1, 1, "nothing", "a JSON object"),
                new Bad("{\"name\": \"n\",\n \"steps\": [}", 2, 12, "no valid JSON", "JSON"),
                new Bad("[]", 1, 1, "[]", "an object: a scenario"),
                new Bad("{\"steps\": []}", 1, 1, "no field \"name\"", "the scenario's name"),
                new Bad("{\"name\": \"n\", \"name\": \"m\", \"steps\": []}", 1, 15, "\"name\" a second time", "once"),
                new Bad("{\"name\": \"n\", \"steps\": [], \"x\": 1}", 1, 28, "an unknown field \"x\"",
                        "one of the fields"),
                step("{\"queue\": \"q\"}", 10, "no field \"do\"", "the kind of step"),
                step("{\"do\": \"fly\"}", 17, "\"fly\"", "a kind of step: "),
                step("{\"do\": \"publsh\"}", 17, "\"publsh\"", "a kind of step: publish, "),
                step("{\"do\": \"kill\", \"node\": \"rabbit1\", \"speed\": 9}", 44, "an unknown field \"speed\"",
                        "nodes"),
                step("{\"do\": \"kill\", \"node\": \"rabbit9\"}", 33, "\"rabbit9\"", "rabbit1, rabbit2, rabbit3"),
                step("{\"do\": \"kill\", \"node\": \"second(q)\"}", 33, "\"second(q)\"", "a role such as"),
                step("{\"do\": \"kill\"}", 10, "neither node nor nodes", "one of them"),
                step("{\"do\": \"publish\", \"count\": 1}", 10, "neither queue nor exchange", "one of them"),
                step("{\"do\": \"publish\", \"queue\": \"q\", \"count\": \"three\"}", 51, "\"three\"",
                        "a whole number from 1 to 10000000 (count)"),
                step("{\"do\": \"get\", \"queue\": \"q\", \"ack\": \"maybe\"}", 45, "\"maybe\"",
                        "\"requeue\", \"none\""),
                step("{\"do\": \"get\", \"queue\": \"q\", \"ack\": \"none\"}", 10, "no connection", "keeps"),
                step("{\"do\": \"wait\", \"seconds\": -1}", 36, "-1", "a number of seconds"),
                step("{\"do\": \"declare_queue\"}", 10, "no field \"queue\"", "the queue's name"),
                new Bad("{\"name\": \"n\", \"steps\": [],\n \"nodes\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}", 2, 36,
                        "the node a@localhost a second time", "different names"),
                new Bad("{\"name\": \"n\", \"steps\": [], \"nodes\": [{\"name\": \"a b\"}]}", 1, 47, "\"a b\"",
                        "letters"),
                new Bad("{\"name\": \"n\", \"steps\": [], \"nodes\": []}", 1, 37, "[]", "a list of 1 to 9 entries"),
                new Bad("{\"name\": \"n\", \"steps\": [], \"config\": {\"a\": []}}", 1, 39, "an unknown field \"a\"",
                        "one of the fields of config: cluster_partition_handling"),
                new Bad("{\"name\": \"n\", \"steps\": [], \"config\": 5}", 1, 38, "5", "an object"),
                new Bad("{\"name\": \"n\", \"steps\": [],\n \"config\": {\"net_ticktime\": \"1\"}}", 2, 29, "\"1\"",
                        "a whole number from 1 to 3600 (net_ticktime)"),
                new Bad("{\"name\": \"n\", \"steps\": [],\n \"config\": {\"cluster_partition_handling\": \"x\"}}", 2,
                        43, "\"x\"", "one of \"ignore\", \"pause_minority\", \"autoheal\""),
                step("{\"do\": \"add_node\", \"name\": \"rabbit 4\"}", 37, "\"rabbit 4\"", "letters, digits"),
                step("{\"do\": \"add_node\", \"name\": \"rabbit3\"}", 37, "rabbit3@localhost a second time",
                        "not there yet"),
                step("{\"do\": \"kill\", \"node\": \"rabbit4\"}, {\"do\": \"add_node\", \"name\": \"rabbit4\"}", 33,
                        "\"rabbit4\"", "a node of this cluster: rabbit1, rabbit2, rabbit3"),
                step("{\"do\": \"hold\", \"node\": \"rabbit1\", \"what\": \"Direct\"}", 52, "\"Direct\"",
                        "\"DirectCopy\""),
                step("{\"do\": \"hold_at\", \"point\": \"before lunch\"}", 37, "\"before lunch\"",
                        "\"before promotion\""),
                step("{\"do\": \"slow_motion\", \"speed\": 2}", 41, "2", "a number from 0 to 1"));
    }

    private static Bad step(String step, int column, String found, String expected) {
        return new Bad("{\"name\": \"n\", \"steps\": [\n         " + step + "]}", 2, column, found, expected);
    }

    @ParameterizedTest
    @MethodSource("broken")
    void a_broken_file_is_refused_with_place_and_expectation(Bad bad) {
        assertThatThrownBy(() -> ScenarioFile.parse("x.json", bad.text())).isInstanceOfSatisfying(BadFile.class, e -> {
            assertThat(e.getMessage())
                    .startsWith("x.json, line " + bad.line() + ", column " + bad.column() + ": found ");
            assertThat(e.found()).contains(bad.found());
            assertThat(e.expected()).contains(bad.expected());
        });
    }

    @Test
    void every_kind_of_message_between_nodes_can_be_held() {
        assertThat(HoldKinds.ALL).containsExactlyInAnyOrderElementsOf(PeerMessages.KINDS);
    }

    @Test
    void a_missing_file_is_said_in_one_sentence(@TempDir Path folder) {
        assertThatThrownBy(() -> ScenarioFile.read(folder.resolve("none.json"))).isInstanceOf(BadFile.class)
                .hasMessageEndingWith("none.json: found no such file, expected a JSON file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"welcome", "no-loss-with-synchronised-mirrors", "clean-stop-takes-the-queue-down",
            "natural-synchronisation", "explicit-synchronisation", "plain-cluster", "decided-while-it-holds"})
    void the_shipped_scenarios_are_valid(String name) throws BadFile {
        Scenario scenario = ScenarioFile.read(Path.of("lab-configs/scenarios/" + name + ".json"));
        assertThat(scenario.name()).isEqualTo(name);
        assertThat(scenario.steps()).extracting(Step::kind).contains("expect");
    }

    @Test
    void a_node_that_was_added_can_be_named_in_later_steps() throws BadFile {
        Scenario scenario = ScenarioFile.parse("x.json", "{\"name\": \"n\", \"steps\": ["
                + "{\"do\": \"add_node\", \"name\": \"rabbit4\"}, {\"do\": \"kill\", \"node\": \"rabbit4\"}]}");
        assertThat(scenario.steps()).extracting(Step::kind).containsExactly("add_node", "kill");
        assertThat(scenario.cluster().nodes()).hasSize(3);
    }

    @Test
    void the_published_schema_is_what_the_table_says() throws Exception {
        assertThat(Path.of("lab-configs/schema/scenario.schema.json")).hasContent(ScenarioSchema.text());
    }

    @Test
    void every_kind_reads_as_a_line_and_none_is_twice() {
        assertThat(StepKinds.all()).extracting(StepKind::name).doesNotHaveDuplicates().hasSizeGreaterThan(50);
        for (StepKind each : StepKinds.all()) {
            assertThat(StepLine.of(Step.of(each.name()))).isNotBlank().doesNotContain("{", "[");
        }
    }

    @Test
    void every_recorded_scenario_is_valid() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/conformance/scenarios"))) {
            for (Path each : files.toList()) {
                assertThat(ScenarioFile.read(each).steps()).isNotEmpty();
            }
        }
    }
}
