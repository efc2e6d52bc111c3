package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps that make no sense where and when they are played: each answers at once, with the kind of error and a sentence. One
/// embedded cluster: first all nodes run, then rabbit2 is stopped with the queue `down` on it, then no node runs.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WrongStepsTest {
    private static TestCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = TestCluster.patient();
        perform("{'do':'declare_queue','queue':'plain','node':'rabbit1'}");
        perform("{'do':'declare_queue','queue':'down','node':'rabbit2'}");
        perform("{'do':'publish','queue':'down','count':5}");
        perform("{'do':'consume','consumer':'c','queue':'plain'}");
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static StepResult perform(String json) throws Exception {
        Scenario one = ScenarioFile.parse("step",
                "{\"name\":\"x\",\"steps\":[" + json.replace('\'', '"') + "]}");
        assertThat(one.cluster()).isEqualTo(ClusterFile.threeNodes());
        Step step = one.steps().getFirst();
        return cluster.lab.perform(step).toCompletableFuture().get(100, TimeUnit.SECONDS);
    }

    private static void refuses(String step, String kind, String text) throws Exception {
        StepResult result = perform(step);
        JsonNode error = result.json().path("error");
        assertThat(result.ok()).as(result.json().toString()).isFalse();
        assertThat(error.path("kind").asText() + error.path("reply_code").asText() + error.path("exit_code").asText())
                .as(result.json().toString()).isEqualTo(kind);
        assertThat(result.text()).startsWith(text);
    }

    @Order(1)
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    {'do':'get','queue':'none'}                       | channel_closed404 | refused: 404 NOT_FOUND - no queue 'none' in vhost '/'
                    {'do':'drain','queue':'none'}                     | channel_closed404 | refused: 404 NOT_FOUND - no queue 'none' in vhost '/'
                    {'do':'purge_queue','queue':'none'}               | channel_closed404 | refused: 404 NOT_FOUND - no queue 'none' in vhost '/'
                    {'do':'consume','consumer':'x','queue':'none'}    | channel_closed404 | refused: 404 NOT_FOUND - no queue 'none' in vhost '/'
                    {'do':'declare_queue','queue':'none','passive':true} | channel_closed404 | refused: 404 NOT_FOUND - no queue 'none' in vhost '/'
                    {'do':'declare_queue','queue':'plain','durable':false} | channel_closed406 | refused: 406 PRECONDITION_FAILED - inequivalent arg 'durable' for queue 'plain'
                    {'do':'declare_queue','queue':'plain','arguments':{'x-max-length':5}} | channel_closed406 | refused: 406 PRECONDITION_FAILED - inequivalent arg 'x-max-length' for queue 'plain' in vhost '/': received the value '5' of type 'signedint' but current is none
                    {'do':'declare_queue','queue':'q','arguments':{'x-max-length':-5}} | channel_closed406 | refused: 406 PRECONDITION_FAILED - invalid arg 'x-max-length' for queue 'q' in vhost '/': {value_negative,-5}
                    {'do':'declare_queue','queue':'q','arguments':{'x-message-ttl':'5'}} | channel_closed406 | refused: 406 PRECONDITION_FAILED - invalid arg 'x-message-ttl' for queue 'q' in vhost '/': "expected integer, got longstr"
                    {'do':'declare_queue','queue':'q','arguments':{'x-queue-type':'quorum'}} | channel_closed406 | refused: 406 PRECONDITION_FAILED - invalid arg 'x-queue-type' for queue 'q' in vhost '/': this lab has classic queues only
                    {'do':'declare_queue','queue':'q','arguments':{'x-queue-master-locator':'bad'}} | connection_closed541 | refused: 541 INTERNAL_ERROR
                    {'do':'declare_queue','queue':'amq.x'}            | channel_closed403 | refused: 403 ACCESS_REFUSED - queue name 'amq.x' contains reserved prefix 'amq.*'
                    {'do':'declare_queue','queue':'q','vhost':'none'} | connection_closed530 | refused: 530 NOT_ALLOWED - vhost none not found
                    {'do':'publish','queue':'q','vhost':'none'}       | connection_closed530 | refused: 530 NOT_ALLOWED - vhost none not found
                    {'do':'set_policy','name':'p','pattern':'x','definition':{'ha-mode':'all'},'vhost':'none'} | cli65 | refused: Virtual host 'none' does not exist
                    {'do':'clear_policy','name':'p','vhost':'none'}   | cli69 | refused: Parameter does not exist
                    {'do':'clear_policy','name':'none'}               | cli69 | refused: Parameter does not exist
                    {'do':'set_policy','name':'p','pattern':'x','definition':{}} | cli69 | refused: no policy provided
                    {'do':'sync_queue','queue':'none'}                | cli69 | refused: not_found
                    {'do':'sync_queue','queue':'plain','vhost':'none'} | cli69 | refused: not_found
                    {'do':'sync_queue','queue':'plain'}               | cli69 | refused: not_mirrored
                    {'do':'cancel_sync_queue','queue':'none'}         | cli69 | refused: not_found
                    {'do':'await_sync_queue'}                         | unknown | no synchronisation runs in the background
                    {'do':'consume','consumer':'c','queue':'plain'}   | not_possible | there is a consumer c already
                    {'do':'ack','consumer':'none'}                    | unknown | no consumer none
                    {'do':'reject','consumer':'none'}                 | unknown | no consumer none
                    {'do':'cancel','consumer':'none'}                 | unknown | no consumer none
                    {'do':'close_connection','consumer':'none'}       | unknown | no consumer none
                    {'do':'close_connection','connection':'none'}     | unknown | no connection none
                    {'do':'stop_publisher','publisher':'none'}        | unknown | no publisher none
                    {'do':'await_state','queue':'none','state':'running','timeout':0.2} | timeout | no answer within 0.2s
                    {'do':'kill','node':'master(none)'}               | unknown | no queue 'none' in vhost '/'
                    {'do':'kill','node':'mirror(plain)'}              | unknown | the queue plain has 0 mirrors, no number 1
                    {'do':'start','node':'rabbit1'}                   | not_possible | the node rabbit1 is running already
                    {'do':'resume','nodes':['rabbit1','rabbit3']}     | not_possible | the node rabbit1 is not frozen
                    {'do':'resume','node':'rabbit1'}                  | not_possible | the node rabbit1 is not frozen
                    {'do':'reset','node':'rabbit1'}                   | not_yet_run | this version does not play the step reset
                    """)
    void while_all_nodes_run(String step, String kind, String text) throws Exception {
        refuses(step, kind, text);
    }

    /// As forms of the window send them.
    @Order(1)
    @Test
    void what_no_file_was_read_for_is_looked_at_as_well() throws Exception {
        for (Step each : List.of(Step.of("publish").with("queue", "x".repeat(300)),
                Step.of("publish").with("queue", "plain").with("count", 0), Step.of("kill").with("node", "no node"),
                Step.of("get"), Step.of("hold").with("node", "rabbit1").with("what", "DirectCopies"),
                Step.of("set_policy").with("name", "p").with("pattern", "x").with("definition", 5))) {
            StepResult result = cluster.perform(each);
            assertThat(result.ok()).as("%s", each.json()).isFalse();
            assertThat(result.text()).startsWith("found ").contains(", expected ");
        }
        assertThat(cluster.perform(Step.of("kill").with("node", "rabbit9")).text()).contains("rabbit9");
    }

    @Order(2)
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    {'do':'cancel','consumer':'c'} | {'do':'cancel','consumer':'c'} | not_possible | the consumer c is cancelled already
                    {'do':'start_publisher','publisher':'p','queue':'plain','pace':0.01} | {'do':'start_publisher','publisher':'p','queue':'plain'} | not_possible | there is a publisher p already
                    {'do':'stop_publisher','publisher':'p'} | {'do':'stop_publisher','publisher':'p'} | unknown | no publisher p
                    {'do':'pause','node':'rabbit3'}  | {'do':'pause','node':'rabbit3'} | not_possible | the node rabbit3 is frozen already
                    {'do':'publish','queue':'plain'} | {'do':'declare_queue','queue':'x','node':'rabbit3','timeout':0.3,'settle':false} | timeout | no answer within 1s
                    {'do':'await_state','queue':'plain','state':'running'} | {'do':'pause','nodes':['rabbit1','rabbit3']} | not_possible | the node rabbit3 is frozen already
                    {'do':'get','queue':'plain','node':'rabbit1'} | {'do':'resume','nodes':['rabbit3','rabbit1']} | not_possible | the node rabbit1 is not frozen
                    {'do':'resume','node':'rabbit3'} | {'do':'resume','node':'rabbit3'} | not_possible | the node rabbit3 is not frozen
                    {'do':'stop','node':'rabbit2'}   | {'do':'stop','node':'rabbit2'} | not_possible | the node rabbit2 is down
                    """)
    void the_second_time(String first, String second, String kind, String text) throws Exception {
        assertThat(perform(first).json().path("outcome").asText()).isEqualTo("ok");
        refuses(second, kind, text);
    }

    @Order(3)
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    {'do':'kill','node':'rabbit2'}                      | not_possible | the node rabbit2 is down
                    {'do':'pause','node':'rabbit2'}                     | not_possible | the node rabbit2 is down
                    {'do':'kill','nodes':['rabbit1','rabbit2']}         | not_possible | the node rabbit2 is down
                    {'do':'start','nodes':['rabbit2','rabbit1']}        | not_possible | the node rabbit1 is running already
                    {'do':'kill','node':'rabbit2'}                      | not_possible | the node rabbit2 is down
                    {'do':'get','queue':'down'}                         | channel_closed404 | refused: 404 NOT_FOUND - home node 'rabbit2@localhost' of durable queue 'down' in vhost '/' is down or inaccessible
                    {'do':'declare_queue','queue':'down'}               | channel_closed404 | refused: 404 NOT_FOUND - home node 'rabbit2@localhost' of durable queue 'down'
                    {'do':'consume','consumer':'y','queue':'down'}      | channel_closed404 | refused: 404 NOT_FOUND - home node 'rabbit2@localhost' of durable queue 'down'
                    {'do':'purge_queue','queue':'down'}                 | channel_closed404 | refused: 404 NOT_FOUND - home node 'rabbit2@localhost' of durable queue 'down'
                    {'do':'delete_queue','queue':'down'}                | channel_closed404 | refused: 404 NOT_FOUND - home node 'rabbit2@localhost' of durable queue 'down'
                    {'do':'sync_queue','queue':'down'}                  | cli69 | refused: nodedown
                    {'do':'publish','queue':'plain','node':'rabbit2'}   | connection_refused | the node accepts no connection
                    {'do':'sync_queue','queue':'plain','node':'rabbit2'} | cli69 | the node rabbit2 cannot be reached
                    {'do':'set_policy','name':'p','pattern':'x','definition':{'ha-mode':'all'},'node':'rabbit2'} | cli69 | the node rabbit2 cannot be reached
                    {'do':'kill','node':'spare(none)'}                  | unknown | no queue 'none' in vhost '/'
                    """)
    void while_a_node_is_down(String step, String kind, String text) throws Exception {
        refuses(step, kind, text);
    }

    @Order(4)
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'do':'kill','nodes':['rabbit1','rabbit3']} | {'do':'declare_queue','queue':'x'}
            {'do':'observe'} | {'do':'publish','queue':'plain'}
            {'do':'observe'} | {'do':'get','queue':'plain'}
            {'do':'observe'} | {'do':'consume','consumer':'z','queue':'plain'}
            {'do':'observe'} | {'do':'set_policy','name':'p','pattern':'x','definition':{'ha-mode':'all'}}
            {'do':'observe'} | {'do':'sync_queue','queue':'plain'}
            {'do':'observe'} | {'do':'await_state','queue':'plain','state':'running','timeout':0.2}
            {'do':'observe'} | {'do':'start_publisher','publisher':'p','queue':'plain'}
            {'do':'observe'} | {'do':'kill','node':'master(plain)'}
            {'do':'observe'} | {'do':'drain','queue':'plain'}
            """)
    void when_no_node_runs(String before, String step) throws Exception {
        assertThat(perform(before).ok()).isTrue();
        refuses(step, "no_running_node", "no node runs");
    }

    @Order(5)
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'do':'start','nodes':['rabbit1','rabbit2','rabbit3']} | {'do':'get','queue':'down','count':9} | 5
            """)
    void and_everything_is_there_again(String before, String step, int got) throws Exception {
        assertThat(perform(before).ok()).isTrue();
        assertThat(perform(step).json().path("got").asInt()).isEqualTo(got);
    }
}
