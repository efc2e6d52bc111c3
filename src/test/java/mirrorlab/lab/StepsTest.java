package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.report.PlayedStep;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Single steps and short scenarios on embedded nodes.
class StepsTest {
    private static final String MIRRORED = """
            {"do": "set_policy", "name": "ha", "pattern": "^q$", "definition": {"ha-mode": "all"}},
            {"do": "declare_queue", "queue": "q", "node": "rabbit1"},
            """;

    private static void play(String steps) throws Exception {
        Scenario scenario = ScenarioFile.parse("test",
                "{\"name\": \"test\", \"config\": {\"net_ticktime\": 600}, \"steps\": [" + steps + "]}");
        try (LiveLab lab = LiveLab.open(scenario, new LabOptions(true, false))) {
            lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
            lab.player().play().toCompletableFuture().get(300, TimeUnit.SECONDS);
            for (PlayedStep each : lab.livePlayer().played()) {
                assertThat(each.unmet()).as("%s: %s", each.step().json(), each.result().json()).isEmpty();
            }
            assertThat(lab.livePlayer().played()).hasSameSizeAs(scenario.steps());
        }
    }

    @Test
    void a_held_copy_keeps_back_the_confirm_until_it_is_released() throws Exception {
        play(MIRRORED + """
                {"do": "publish", "queue": "q", "count": 3, "expect": {"confirmed": 3}},
                {"do": "hold", "node": "mirror(q,2)", "what": "DirectCopy"},
                {"do": "publish", "queue": "q", "timeout": 4, "settle": false,
                 "expect": {"error": {"kind": "timeout"}, "published": 1, "confirmed": 0, "unconfirmed": 1}},
                {"do": "release", "node": "rabbit2"},
                {"do": "expect", "queue": "q", "messages": 4, "fates": {"safe": 4}, "words": {"confirmed": 3}},
                {"do": "publish", "queue": "q", "expect": {"confirmed": 1}}
                """);
    }

    @Test
    void a_payload_comes_back_as_it_was_sent() throws Exception {
        play("""
                {"do": "declare_queue", "queue": "q", "node": "rabbit1"},
                {"do": "publish", "queue": "q", "payload": "hello world ...", "expect": {"confirmed": 1}},
                {"do": "publish", "queue": "q", "payload": "", "persistent": false, "expect": {"confirmed": 1}},
                {"do": "get", "queue": "q", "node": "rabbit2", "count": 3, "ack": "requeue", "details": true,
                 "expect": {"got": 2, "messages": [
                   {"exchange": "", "routing_key": "q", "redelivered": false, "remaining": 1, "payload_bytes": 15,
                    "payload_encoding": "string", "payload": "hello world ...",
                    "properties": {"delivery_mode": 2}},
                   {"exchange": "", "routing_key": "q", "redelivered": false, "remaining": 0, "payload_bytes": 0,
                    "payload_encoding": "string", "payload": "", "properties": {"delivery_mode": 1}}]}},
                {"do": "drain", "queue": "q", "expect": {"got": 2, "confirmed_but_missing": []}}
                """);
    }

    @Test
    void headers_and_properties_come_back_as_they_were_sent() throws Exception {
        play("""
                {"do": "declare_queue", "queue": "q", "node": "rabbit1"},
                {"do": "publish", "queue": "q", "payload": "{}", "persistent": false,
                 "headers": {"tries": 3, "vip": true, "tags": ["a", "b"], "from": "shop"},
                 "properties": {"content_type": "application/json", "priority": "4", "timestamp": 1700000000,
                  "message_id": "m-1", "app_id": "till"}, "expect": {"confirmed": 1}},
                {"do": "get", "queue": "q", "node": "rabbit3", "details": true,
                 "expect": {"messages": [
                   {"exchange": "", "routing_key": "q", "redelivered": false, "remaining": 0, "payload_bytes": 2,
                    "payload_encoding": "string", "payload": "{}",
                    "properties": {"app_id": "till", "message_id": "m-1", "timestamp": 1700000000, "priority": 4,
                     "delivery_mode": 1, "headers": {"tries": 3, "vip": true, "tags": ["a", "b"], "from": "shop"},
                     "content_type": "application/json"}}]}},
                {"do": "publish", "queue": "q", "properties": {"colour": "red"}, "settle": false,
                 "expect": {"error": {"kind": "not_possible", "key": "fault.property.unknown"}}},
                {"do": "publish", "queue": "q", "properties": {"priority": "high"}, "settle": false,
                 "expect": {"error": {"kind": "not_possible", "key": "fault.property.value"}}}
                """);
    }

    @Test
    void what_was_never_sent_is_in_no_account() throws Exception {
        play(MIRRORED
                + """
                        {"do": "hold", "node": "rabbit2", "what": "DirectCopy"},
                        {"do": "publish", "queue": "q", "count": 50, "in_flight": 3, "timeout": 4, "connection": "k", "settle": false,
                         "expect": {"error": {"kind": "timeout"}, "published": 3}},
                        {"do": "release", "node": "rabbit2"},
                        {"do": "publish", "queue": "q", "count": 2, "connection": "k", "expect": {"confirmed": 2}},
                        {"do": "start_publisher", "publisher": "p", "queue": "q"},
                        {"do": "wait", "seconds": 0.2},
                        {"do": "stop_publisher", "publisher": "p"},
                        {"do": "purge_queue", "queue": "q"},
                        {"do": "expect", "queue": "q", "fates": {"in_flight": 0, "lost": 0}, "messages": 0}
                        """);
    }

    @Test
    void a_frozen_mirror_holds_back_confirms_and_nothing_else() throws Exception {
        play(MIRRORED
                + """
                        {"do": "publish", "queue": "q", "count": 3},
                        {"do": "pause", "node": "rabbit2"},
                        {"do": "publish", "queue": "q", "timeout": 4, "settle": false, "expect": {"error": {"kind": "timeout"}}},
                        {"do": "resume", "node": "rabbit2"},
                        {"do": "expect", "queue": "q", "messages": 4, "fates": {"safe": 4}},
                        {"do": "pause", "node": "rabbit2"},
                        {"do": "pause", "node": "rabbit2", "expect": {"error": {"text": "the node rabbit2 is frozen already"}}},
                        {"do": "resume", "node": "rabbit2"},
                        {"do": "resume", "node": "rabbit2", "expect": {"error": {"text": "the node rabbit2 is not frozen"}}}
                        """);
    }

    @Test
    void rabbitmq_stops_and_starts_while_the_nodes_process_goes_on() throws Exception {
        play(MIRRORED
                + """
                        {"do": "publish", "queue": "q", "count": 3},
                        {"do": "stop_app", "node": "rabbit1",
                         "expect": {"stdout": "Stopping rabbit application on node rabbit1@localhost ..."}},
                        {"do": "stop_app", "node": "rabbit1", "expect": {"outcome": "ok"}},
                        {"do": "start", "node": "rabbit1", "expect": {"error": {"kind": "not_possible"}}},
                        {"do": "observe", "expect": {"nodes": {"rabbit1@localhost": "app_stopped"},
                         "view": {"running_nodes": ["rabbit2@localhost", "rabbit3@localhost"]}}},
                        {"do": "start_app", "node": "rabbit1", "expect": {"stdout": "Starting node rabbit1@localhost ..."}},
                        {"do": "start_app", "node": "rabbit1", "expect": {"outcome": "ok"}},
                        {"do": "expect", "queue": "q", "master": "rabbit3", "mirrors": ["rabbit2", "rabbit1"], "messages": 3},
                        {"do": "stop_app", "node": "rabbit2"},
                        {"do": "kill", "node": "rabbit2"},
                        {"do": "stop_app", "node": "rabbit2", "expect": {"error": {"kind": "cli", "exit_code": 69}}},
                        {"do": "await_boot", "node": "rabbit2", "expect": {"error": {"kind": "not_possible"}}},
                        {"do": "start_async", "node": "rabbit2", "expect": {"outcome": "ok"}},
                        {"do": "await_boot", "node": "rabbit2", "expect": {"boot": {"rabbit2@localhost": "booted"}}}
                        """);
    }

    @Test
    void a_transaction_is_committed_or_rolled_back() throws Exception {
        play(MIRRORED
                + """
                        {"do": "publish", "queue": "q", "count": 3, "confirm": false, "tx": true, "expect": {"tx": "committed"}},
                        {"do": "publish", "queue": "q", "count": 2, "confirm": false, "tx": true, "rollback": true,
                         "expect": {"tx": "rolled_back"}},
                        {"do": "expect", "queue": "q", "messages": 3, "fates": {"safe": 3, "in_flight": 0, "lost": 0}}
                        """);
    }

    @Test
    void a_consumer_gets_acknowledges_rejects_and_goes() throws Exception {
        play(MIRRORED
                + """
                        {"do": "publish", "queue": "q", "count": 10},
                        {"do": "consume", "queue": "q", "consumer": "c1", "node": "rabbit2", "prefetch": 4},
                        {"do": "observe", "label": "four", "expect": {"label": "four", "clients": {"c1": {"new_deliveries": 4,
                         "bodies": ["m1..m4"], "redelivered": [], "unacknowledged_at_client": 4, "connection": "open"}}}},
                        {"do": "ack", "consumer": "c1", "count": 2, "expect": {"acked": ["m1", "m2"]}},
                        {"do": "reject", "consumer": "c1", "count": 1, "requeue": false, "expect": {"rejected": ["m3"]}},
                        {"do": "observe", "expect": {"clients": {"c1": {"bodies": ["m5..m7"], "unacknowledged_at_client": 4}}}},
                        {"do": "expect", "queue": "q", "messages": 7, "ready": 3, "unacknowledged": 4, "consumers": 1,
                         "fates": {"acknowledged": 2, "rejected": 1}},
                        {"do": "cancel", "consumer": "c1"},
                        {"do": "expect", "queue": "q", "consumers": 0, "unacknowledged": 4},
                        {"do": "close_connection", "consumer": "c1"},
                        {"do": "expect", "queue": "q", "messages": 7, "ready": 7},
                        {"do": "get", "queue": "q", "count": 2, "ack": "requeue", "expect": {"bodies": ["m4", "m5"], "redelivered": ["m4", "m5"]}},
                        {"do": "get", "queue": "q", "ack": "none", "connection": "k", "expect": {"bodies": ["m4"]}},
                        {"do": "expect", "queue": "q", "unacknowledged": 1},
                        {"do": "close_connection", "connection": "k"},
                        {"do": "drain", "queue": "q", "node": "spare(q)", "expect": {"outcome": "error", "error": {"kind": "unknown"}}},
                        {"do": "drain", "queue": "q", "expect": {"bodies": ["m4..m10"], "confirmed_but_missing": []}},
                        {"do": "purge_queue", "queue": "q", "expect": {"message_count": 0}},
                        {"do": "delete_queue", "queue": "q"},
                        {"do": "expect", "queue": "q", "exists": false}
                        """);
    }

    @Test
    void no_confirmed_message_is_missing_after_the_kill_of_a_master_while_publishing() throws Exception {
        play(MIRRORED
                + """
                        {"do": "start_publisher", "publisher": "p", "queue": "q", "node": "rabbit2", "in_flight": 20, "settle": false},
                        {"do": "wait", "seconds": 0.3},
                        {"do": "kill", "node": "master(q)", "settle": false, "expect": {"resolved": {"master(q)": "rabbit1@localhost"}}},
                        {"do": "wait", "seconds": 0.5},
                        {"do": "stop_publisher", "publisher": "p", "expect": {"some_confirmed": true, "nacked": false}},
                        {"do": "drain_check", "queue": "q", "node": "rabbit2", "timeout": 60,
                         "expect": {"confirmed_but_missing": [], "duplicates": false}}
                        """);
    }

    @Test
    void a_publish_during_synchronisation_is_confirmed_after_its_end() throws Exception {
        try (TestCluster cluster = TestCluster.start(true)) {
            assertThat(cluster.perform(Step.of("declare_queue").with("queue", "q").with("node", "rabbit1")).ok())
                    .isTrue();
            cluster.perform(Step.of("publish").with("queue", "q").with("count", 100));
            cluster.perform(Step.of("set_policy").with("name", "ha").with("pattern", "q").with("definition",
                    Map.of("ha-mode",
                            "nodes", "ha-params", List.of("rabbit1@localhost", "rabbit2@localhost"),
                            "ha-sync-batch-size", 10)));
            cluster.perform(Step.of("hold").with("node", "rabbit2").with("what", "SyncBatch").with("count", 3));
            cluster.perform(Step.of("sync_queue").with("queue", "q").with("background", true).with("settle", false));
            cluster.perform(Step.of("await_state").with("queue", "q").with("state", "syncing"));
            CompletableFuture<StepResult> publish = cluster.lab
                    .perform(Step.of("publish").with("queue", "q").with("timeout", 60))
                    .toCompletableFuture();
            cluster.await(Happening.SyncProgressed.class, each -> each.waitingPublishes() == 1);
            assertThat(publish).isNotDone();
            cluster.perform(Step.of("release").with("node", "rabbit2"));
            assertThat(cluster.perform(Step.of("await_sync_queue")).ok()).isTrue();
            assertThat(publish.get(60, TimeUnit.SECONDS).json().path("confirmed").asInt()).isEqualTo(1);
            assertThat(cluster.lab.recording().since(0)).map(Entry::happening)
                    .filteredOn(each -> each instanceof Happening.SyncProgressed)
                    .allMatch(each -> ((Happening.SyncProgressed) each).sent() % 10 == 0);
        }
    }

    @Test
    void exchanges_and_virtual_hosts_are_played() throws Exception {
        play(MIRRORED + """
                {"do": "declare_exchange", "exchange": "x", "type": "topic", "node": "rabbit2"},
                {"do": "bind", "exchange": "x", "queue": "q", "routing_key": "a.#", "node": "rabbit3"},
                {"do": "list_bindings", "expect": {"bindings": [{"source": "", "destination": "q", "routing_key": "q"},
                 {"source": "x", "destination": "q", "routing_key": "a.#"}]}},
                {"do": "publish", "exchange": "x", "routing_key": "a.b", "count": 3, "expect": {"confirmed": 3}},
                {"do": "publish", "exchange": "x", "routing_key": "b", "mandatory": true, "expect": {"returned": 1}},
                {"do": "expect", "queue": "q", "messages": 3, "fates": {"safe": 3}},
                {"do": "unbind", "exchange": "x", "queue": "q", "routing_key": "a.#"},
                {"do": "delete_exchange", "exchange": "x"},
                {"do": "publish", "exchange": "x", "expect": {"error": {"kind": "channel_closed", "reply_code": 404,
                 "text": "NOT_FOUND - no exchange 'x' in vhost '/'"}}},
                {"do": "add_vhost", "vhost": "v", "expect": {"stdout": "Adding vhost \\"v\\" ..."}},
                {"do": "declare_queue", "queue": "q", "vhost": "v", "node": "rabbit2"},
                {"do": "delete_vhost", "vhost": "v"},
                {"do": "declare_queue", "queue": "q", "vhost": "v", "expect": {"error": {"kind": "connection_closed",
                 "reply_code": 530, "text": "NOT_ALLOWED - vhost v not found"}}},
                {"do": "delete_vhost", "vhost": "v", "expect": {"error": {"kind": "cli", "exit_code": 65}}},
                {"do": "expect", "queue": "q", "messages": 3}
                """);
    }

    @Test
    void what_makes_no_sense_is_answered_with_a_sentence() throws Exception {
        play("""
                {"do": "publish", "queue": "none", "mandatory": true, "expect": {"returned": 1, "confirmed": 1}},
                {"do": "get", "queue": "none", "expect": {"error": {"kind": "channel_closed", "reply_code": 404,
                 "text": "NOT_FOUND - no queue 'none' in vhost '/'"}}},
                {"do": "kill", "node": "master(none)", "expect": {"error": {"kind": "unknown", "text": "no queue 'none' in vhost '/'"}}},
                {"do": "ack", "consumer": "c9", "expect": {"error": {"kind": "unknown", "text": "no consumer c9"}}},
                {"do": "clear_policy", "name": "none", "expect": {"error": {"kind": "cli", "exit_code": 69}}},
                {"do": "sync_queue", "queue": "none", "expect": {"error": {"kind": "cli", "exit_code": 69}}},
                {"do": "set_policy", "name": "p", "pattern": "x", "definition": {"ha-mode": "most"}, "expect": {"error": {"kind": "cli",
                 "exit_code": 69, "text": "Error:\\nValidation failed\\n\\n<<\\"most\\">> is not a valid ha-mode value\\nSetting policy \\"p\\" for pattern \\"x\\" to \\"{\\"ha-mode\\": \\"most\\"}\\" with priority \\"0\\" for vhost \\"/\\" ..."}}},
                {"do": "set_policy", "name": "p", "pattern": "x", "definition": "not json", "expect": {"error": {"kind": "cli"}}},
                {"do": "set_policy", "name": "p", "pattern": "x", "definition": "{'ha-mode':'all'}", "expect": {"outcome": "ok"}},
                {"do": "partition", "groups": [["rabbit1"], ["rabbit2"]], "expect": {"error": {"kind": "not_yet_run"}}},
                {"do": "start", "node": "rabbit1", "expect": {"error": {"kind": "not_possible", "text": "the node rabbit1 is running already"}}},
                {"do": "kill", "nodes": ["rabbit2", "rabbit3"]},
                {"do": "kill", "node": "rabbit2", "expect": {"error": {"text": "the node rabbit2 is down"}}},
                {"do": "publish", "queue": "none", "node": "rabbit2", "expect": {"error": {"kind": "connection_refused"}}}
                """);
    }

    @Test
    void a_recording_is_saved_and_opened_again(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("recording.ndjson");
        int size;
        String ledger;
        try (TestCluster cluster = TestCluster.start(true)) {
            cluster.perform(Step.of("declare_queue").with("queue", "q"));
            cluster.perform(Step.of("publish").with("queue", "q").with("count", 5));
            do { // a node may still tell something
                size = cluster.lab.recording().size();
                RecordingFile.write(cluster.lab.recording(), file);
                ledger = cluster.lab.accounts().ledgerJson().toString();
            } while (cluster.lab.recording().size() != size);
        }
        try (ReplayedLab replayed = ReplayedLab.open(file)) {
            assertThat(replayed.recording().size()).isEqualTo(size);
            assertThat(replayed.nodes()).map(Object::toString).contains("rabbit1@localhost").hasSize(3);
            assertThat(new Books(replayed.recording()).ledgerJson()).hasToString(ledger);
            assertThat(replayed.perform(Step.of("kill")).toCompletableFuture().join().ok()).isFalse();
        }
    }
}
