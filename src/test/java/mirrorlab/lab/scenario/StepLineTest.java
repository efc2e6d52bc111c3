package mirrorlab.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepLineTest {

    @ParameterizedTest
    @CsvSource(delimiter = '~',
            textBlock = """
                    {"do": "declare_queue", "queue": "orders", "node": "rabbit1"} ~ declare orders on rabbit1, durable
                    {"do": "declare_queue", "queue": "", "durable": false, "exclusive": true} ~ declare a server-named queue, transient, exclusive
                    {"do": "publish", "queue": "orders", "count": 40} ~ publish 40 to orders, persistent, with confirms
                    {"do": "publish", "queue": "o", "node": "rabbit2", "persistent": false, "confirm": false} ~ publish 1 to o through rabbit2, transient
                    {"do": "set_policy", "name": "ha", "pattern": "^o", "definition": {"ha-mode": "exactly", "ha-params": 2}} ~ set policy ha on "^o": ha-mode exactly, ha-params 2
                    {"do": "set_policy", "name": "ha", "pattern": "^o", "definition": {"ha-mode": "nodes", "ha-params": ["rabbit1@localhost", "rabbit2@localhost"]}} ~ set policy ha on "^o": ha-mode nodes, ha-params rabbit1, rabbit2
                    {"do": "kill", "node": "master(orders)"} ~ kill master(orders)
                    {"do": "kill", "nodes": ["rabbit1", "rabbit2"]} ~ kill rabbit1, rabbit2
                    {"do": "stop", "node": "rabbit1", "via": "sigterm"} ~ stop rabbit1 (sigterm)
                    {"do": "get", "queue": "o", "count": 3, "ack": "requeue"} ~ get 3 from o (requeue)
                    {"do": "consume", "queue": "o", "consumer": "c1", "prefetch": 4} ~ attach consumer c1 to o (manual, prefetch 4)
                    {"do": "reject", "consumer": "c1", "count": 2, "requeue": false} ~ c1 rejects 2 messages, not requeued
                    {"do": "observe", "label": "before"} ~ observe: before
                    {"do": "expect", "queue": "o", "master": "rabbit2", "lost": ["m1..m40"]} ~ expect o, master rabbit2, lost m1..m40
                    {"do": "nonsense"} ~ {"do":"nonsense"}
                    """)
    void a_step_reads_as_one_line(String json, String line) throws Exception {
        Step step = new Step((com.fasterxml.jackson.databind.node.ObjectNode) StepJson.MAPPER.readTree(json));
        assertThat(StepLine.of(step)).isEqualTo(line);
    }
}
