package mirrorlab.lab.scenario;

import static mirrorlab.lab.config.Field.optional;
import static mirrorlab.lab.config.Field.required;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.config.Field;
import mirrorlab.lab.config.FieldType;
import mirrorlab.lab.config.FieldType.Choice;
import mirrorlab.lab.config.FieldType.Either;
import mirrorlab.lab.config.FieldType.Fields;
import mirrorlab.lab.config.FieldType.Flag;
import mirrorlab.lab.config.FieldType.ListOf;
import mirrorlab.lab.config.FieldType.Node;
import mirrorlab.lab.config.FieldType.Nothing;
import mirrorlab.lab.config.FieldType.Seconds;
import mirrorlab.lab.config.FieldType.Share;
import mirrorlab.lab.config.FieldType.Text;
import mirrorlab.lab.config.FieldType.Whole;
import mirrorlab.vocabulary.HoldPoint;
import org.jspecify.annotations.Nullable;

/// The table of all kinds of steps. Validation, the JSON Schema and the readable lines are made from it and from
/// nothing else.
public final class StepKinds {
    static final FieldType NAME = new Text(0, 255);
    private static final FieldType RUNS = new ListOf(new Text(1, 300), 0, 10_000);
    private static final FieldType NODES = new ListOf(new Node(), 1, 9);
    private static final FieldType MANY_NODES = new ListOf(new Node(), 0, 9);
    private static final FieldType COUNT = new Whole(0, 10_000_000);
    private static final Field NODE = optional("node", new Node(),
            "the node the client is connected to; else the first running one");
    private static final Field QUEUE = required("queue", NAME, "the queue's name");
    private static final Field VHOST = optional("vhost", NAME, "/", "the virtual host");
    private static final Field TIMEOUT = optional("timeout", new Seconds(3600), 20, "seconds until the step gives up");
    private static final Field DRAIN_TIMEOUT = optional("timeout", new Seconds(3600), 60,
            "seconds without an answer until the step gives up");
    private static final Field ARGUMENTS = optional("arguments", new Fields(), "x-arguments");
    private static final Field CONNECTION = optional("connection", NAME,
            "name of a connection that stays open for later steps");
    private static final Field ONE_NODE = optional("node", new Node(), "the node");
    private static final Field SOME_NODES = optional("nodes", NODES, "several nodes at once");
    private static final Field CONSUMER = required("consumer", NAME, "the consumer's name in this scenario");
    private static final Field PUBLISHER = required("publisher", NAME, "its name in this scenario");
    private static final FieldType RATE = new Whole(0, 1_000_000);
    private static final Field ALL_OR_COUNT = optional("count", new Whole(1, 10_000_000),
            "how many, oldest first; else all");
    private static final FieldType ACK_ON_GET = new Choice(List.of("ack", "auto", "reject", "requeue", "none"));
    private static final FieldType ACK_ON_CONSUME = new Choice(List.of("manual", "auto", "on_receipt"));

    /// Fields that every step may have.
    static final List<Field> COMMON = List.of(required("do", new Text(1, 40), "the kind of step"),
            optional("comment", new Text(0, 2000), "free text"),
            optional("comment_zh", new Text(0, 2000), "the comment in 简体中文, for the window"),
            optional("settle", new Flag(), true, "end when the cluster is quiet; false: at once"),
            optional("expect", new Fields(), "what the result must contain: objects partly, lists wholly"));

    private static final Map<String, StepKind> ALL = table();

    private StepKinds() {}

    public static @Nullable StepKind of(String name) {
        return ALL.get(name);
    }

    public static List<StepKind> all() {
        return List.copyOf(ALL.values());
    }

    private static Map<String, StepKind> table() {
        List<StepKind> kinds = new ArrayList<>();
        policies(kinds);
        queues(kinds);
        exchanges(kinds);
        messages(kinds);
        consumers(kinds);
        nodes(kinds);
        links(kinds);
        synchronisation(kinds);
        looking(kinds);
        later(kinds);
        Map<String, StepKind> byName = new LinkedHashMap<>();
        kinds.forEach(each -> byName.put(each.name(), each));
        return byName;
    }

    private static StepKind changing(String name, String line, Field... fields) {
        return new StepKind(name, line, true, true, List.of(fields));
    }

    private static StepKind looking(String name, String line, Field... fields) {
        return new StepKind(name, line, false, true, List.of(fields));
    }

    private static StepKind notYet(String name, String line, Field... fields) {
        return new StepKind(name, line, false, false, List.of(fields));
    }

    private static void policies(List<StepKind> kinds) {
        kinds.add(changing("set_policy", "set policy {name} on \"{pattern}\": {definition}[, priority {priority}]",
                required("name", NAME, "the policy's name"),
                required("pattern", NAME, "regular expression on queue names"),
                required("definition", new Either(new Fields(), new Text(0, 10_000)), "the definition; text is parsed"),
                optional("priority", new Either(new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE), NAME), 0,
                        "higher wins"),
                optional("apply-to", NAME, "all", "queues, exchanges or all"), VHOST,
                optional("operator", new Flag(), false, "an operator policy"), NODE));
        kinds.add(changing("clear_policy", "clear policy {name}", required("name", NAME, "the policy's name"), VHOST,
                optional("operator", new Flag(), false, "an operator policy"), NODE));
    }

    private static void queues(List<StepKind> kinds) {
        kinds.add(changing("declare_queue",
                "declare {queue}[ on {node}], {durable?durable|transient}{auto_delete?, auto-delete|}{exclusive?, exclusive|}"
                        + "{passive?, passively|}[ with {arguments}]",
                QUEUE, NODE, optional("durable", new Flag(), true, "survives a restart"),
                optional("auto_delete", new Flag(), false, "goes with its last consumer"),
                optional("exclusive", new Flag(), false, "belongs to one connection"), ARGUMENTS,
                optional("passive", new Flag(), false, "only ask whether it is there"), CONNECTION, VHOST, TIMEOUT));
        kinds.add(changing("delete_queue", "delete {queue}[ through {node}]", QUEUE, NODE,
                optional("if_unused", new Flag(), false, "only without consumers"),
                optional("if_empty", new Flag(), false, "only without messages"), VHOST, TIMEOUT));
        kinds.add(changing("purge_queue", "purge {queue}[ through {node}]", QUEUE, NODE, VHOST, TIMEOUT));
    }

    private static void exchanges(List<StepKind> kinds) {
        Field exchange = required("exchange", NAME, "the exchange's name");
        Field key = optional("routing_key", new Text(0, 255), "", "routing key");
        kinds.add(changing("declare_exchange", "declare exchange {exchange} ({type})[ on {node}]", exchange,
                optional("type", NAME, "direct", "direct, fanout, topic, headers"),
                optional("durable", new Flag(), true, "survives a restart"), ARGUMENTS, NODE, VHOST, TIMEOUT));
        kinds.add(changing("delete_exchange", "delete exchange {exchange}", exchange, NODE, VHOST, TIMEOUT));
        kinds.add(changing("bind", "bind {queue} to {exchange}[ with key {routing_key}]", exchange, QUEUE, key,
                ARGUMENTS, NODE, VHOST, TIMEOUT));
        kinds.add(changing("unbind", "unbind {queue} from {exchange}[ with key {routing_key}]", exchange, QUEUE, key,
                ARGUMENTS, NODE, VHOST, TIMEOUT));
        Field destination = required("destination", NAME, "the exchange that gets the messages");
        kinds.add(changing("bind_exchange", "bind exchange {destination} to {exchange}[ with key {routing_key}]",
                exchange,
                destination, key, ARGUMENTS, NODE, VHOST, TIMEOUT));
        kinds.add(changing("unbind_exchange", "unbind exchange {destination} from {exchange}[ with key {routing_key}]",
                exchange, destination, key, ARGUMENTS, NODE, VHOST, TIMEOUT));
        kinds.add(looking("list_bindings", "list the bindings", NODE, VHOST));
        kinds.add(changing("add_vhost", "add vhost {vhost}", required("vhost", NAME, "its name"), NODE));
        kinds.add(changing("delete_vhost", "delete vhost {vhost}", required("vhost", NAME, "its name"), NODE));
    }

    private static void messages(List<StepKind> kinds) {
        kinds.add(changing("publish",
                "publish {count}[ to {queue}][ to exchange {exchange}][ with key {routing_key}][ through {node}], "
                        + "{persistent?persistent|transient}{confirm?, with confirms|}{mandatory?, mandatory|}",
                optional("queue", NAME, "target queue, through the default exchange"),
                optional("exchange", NAME, "target exchange"), optional("routing_key", new Text(0, 255), "routing key"),
                NODE,
                optional("count", new Whole(1, 10_000_000), 1, "how many messages"),
                optional("body", new Text(1, 200), "m", "what bodies begin with; numbers follow"),
                optional("body_size", new Whole(0, 16 << 20), "bodies are padded with dots to this size"),
                optional("payload", new Text(0, 50_000), "every body is exactly this; names are for the account only"),
                optional("persistent", new Flag(), true, "delivery-mode 2"),
                optional("confirm", new Flag(), true, "wait for publisher confirms"),
                optional("in_flight", new Whole(1, 1_000_000), 256, "most unconfirmed messages at a time"),
                optional("mandatory", new Flag(), false, "unroutable messages come back"),
                optional("tx", new Flag(), false, "in a transaction"),
                optional("rollback", new Flag(), false, "roll the transaction back"),
                optional("expiration", new Either(NAME, COUNT), "milliseconds to live"),
                optional("priority", new Whole(0, 255), "message priority"),
                optional("headers", new Fields(), "the message's headers"),
                optional("properties", new Fields(), "other properties, by their names: content_type, message_id …"),
                CONNECTION, VHOST, TIMEOUT));
        kinds.add(changing("start_publisher", "start publisher {publisher} to {queue}[ through {node}]",
                PUBLISHER, QUEUE, NODE,
                optional("confirm", new Flag(), true, "with publisher confirms"),
                optional("in_flight", new Whole(1, 1_000_000), 20, "most unconfirmed messages at a time"),
                optional("pace", new Seconds(3600), 0, "seconds between messages"),
                optional("rate", RATE, "messages a second, in place of pace; 0: as fast as it can"),
                optional("persistent", new Flag(), true, "delivery-mode 2"),
                optional("mandatory", new Flag(), false, "unroutable messages come back"),
                optional("body", new Text(1, 200), "p", "what bodies begin with; numbers follow"),
                optional("body_size", new Whole(0, 16 << 20), "bodies are padded with dots to this size"),
                optional("resend", new Flag(), false, "publish again what was nacked or not answered"),
                optional("reconnect", new Flag(), false, "go on at another node when the connection is lost"), VHOST));
        kinds.add(changing("edit_publisher",
                "publisher {publisher}[: {rate} a second][, {in_flight} in flight][, through {node}]", PUBLISHER, NODE,
                optional("rate", RATE, "messages a second; 0: as fast as it can"),
                optional("in_flight", new Whole(1, 1_000_000), "most unconfirmed messages at a time"),
                optional("persistent", new Flag(), "delivery-mode 2"),
                optional("confirm", new Flag(), "with publisher confirms"),
                optional("resend", new Flag(), "publish again what was nacked or not answered")));
        kinds.add(changing("pause_publisher", "pause publisher {publisher}", PUBLISHER));
        kinds.add(changing("resume_publisher", "resume publisher {publisher}", PUBLISHER));
        kinds.add(changing("stop_publisher", "stop publisher {publisher}", PUBLISHER));
        kinds.add(changing("get", "get {count} from {queue}[ through {node}] ({ack})", QUEUE, NODE,
                optional("count", new Whole(1, 10_000_000), 1, "how many"),
                optional("ack", ACK_ON_GET, "ack", "what is done with each message"),
                optional("details", new Flag(), false, "tell each of the first 100 messages whole"), CONNECTION, VHOST,
                TIMEOUT));
        kinds.add(changing("drain", "drain {queue}[ through {node}]", QUEUE, NODE, VHOST, DRAIN_TIMEOUT));
        kinds.add(changing("drain_check", "drain {queue} and look for missing and doubled messages[ through {node}]",
                QUEUE,
                NODE, VHOST, DRAIN_TIMEOUT));
    }

    private static void consumers(List<StepKind> kinds) {
        kinds.add(changing("consume",
                "attach consumer {consumer} to {queue}[ through {node}] ({ack}[, prefetch {prefetch}])",
                QUEUE, CONSUMER, NODE,
                optional("prefetch", new Whole(0, 65_535), 0, "most unacknowledged; 0: no limit"),
                optional("ack", ACK_ON_CONSUME, "manual", "how deliveries are acknowledged"), ARGUMENTS,
                optional("exclusive", new Flag(), false, "no other consumer"),
                optional("delay", new Seconds(3600), 0, "seconds of work on each message that is not manual"),
                optional("reconnect", new Flag(), false, "subscribe again after a loss or a cancel"), VHOST, TIMEOUT));
        kinds.add(changing("edit_consumer",
                "consumer {consumer}[: {ack}][, prefetch {prefetch}][, {delay} s a message][, through {node}]",
                CONSUMER, NODE, optional("prefetch", new Whole(0, 65_535), "most unacknowledged; 0: no limit"),
                optional("ack", ACK_ON_CONSUME, "how deliveries are acknowledged"),
                optional("delay", new Seconds(3600), "seconds of work on each message that is not manual")));
        kinds.add(changing("pause_consumer", "pause consumer {consumer}", CONSUMER));
        kinds.add(changing("resume_consumer", "resume consumer {consumer}", CONSUMER));
        kinds.add(changing("ack", "{consumer} acknowledges [{count} ]messages", CONSUMER, ALL_OR_COUNT,
                optional("multiple", new Flag(), false, "with one multiple acknowledgement")));
        kinds.add(changing("reject", "{consumer} rejects [{count} ]messages, {requeue?requeued|not requeued}", CONSUMER,
                ALL_OR_COUNT, optional("multiple", new Flag(), false, "with one multiple nack"),
                optional("requeue", new Flag(), true, "back to the queue")));
        kinds.add(changing("cancel", "cancel consumer {consumer}", CONSUMER));
        kinds.add(changing("close_connection", "close the connection of [{consumer}][{connection}][{client}]",
                optional("consumer", NAME, "the consumer whose connection it is"), CONNECTION,
                optional("client", NAME, "name of a client's connection as the management API lists it"),
                optional("reason", new Text(1, 200), "what that client is told")));
    }

    private static void nodes(List<StepKind> kinds) {
        kinds.add(changing("kill", "kill [{node}][{nodes}]", ONE_NODE, SOME_NODES));
        kinds.add(changing("stop", "stop [{node}][{nodes}][ ({via})]", ONE_NODE, SOME_NODES,
                optional("via", new Choice(List.of("stop", "shutdown", "sigterm")), "stop", "how")));
        kinds.add(changing("pause", "freeze [{node}][{nodes}]", ONE_NODE, SOME_NODES));
        kinds.add(changing("resume", "thaw [{node}][{nodes}]", ONE_NODE, SOME_NODES));
        kinds.add(changing("start", "start [{node}][{nodes}]", ONE_NODE, SOME_NODES,
                optional("timeout_s", new Seconds(3600), 60, "seconds until the boot counts as waiting"),
                optional("expect_boot", new Flag(), true, "false: the boot is expected to fail or wait")));
        kinds.add(changing("add_node", "add node {name}[ ({type})]",
                required("name", new Text(1, 64), "the new node's name, rabbit4 or rabbit4@localhost"),
                optional("type", new Choice(List.of("disc", "ram")), "disc", "disc or ram"),
                optional("timeout_s", new Seconds(3600), 60, "seconds until the boot counts as waiting")));
        kinds.add(looking("start_async", "start [{node}][{nodes}] without waiting", ONE_NODE, SOME_NODES));
        kinds.add(changing("await_boot", "wait for the boot of [{node}][{nodes}]", ONE_NODE, SOME_NODES,
                optional("timeout_s", new Seconds(3600), 60, "seconds until the boot counts as waiting"),
                optional("expect_boot", new Flag(), true, "false: the boot is expected to fail or wait")));
        kinds.add(changing("rebalance", "rebalance masters[ through {node}]", NODE, TIMEOUT));
        kinds.add(changing("stop_app", "stop_app on {node}", ONE_NODE));
        kinds.add(changing("start_app", "start_app on {node}", ONE_NODE));
        kinds.add(looking("hold", "hold {what} at {node}[ from {from}][ after {count} more]",
                required("node", new Node(), "the node that holds"),
                required("what", new Choice(HoldKinds.ALL), "kind of message between nodes, such as DirectCopy"),
                optional("from", new Node(), "only from this node"),
                optional("count", new Whole(0, 1_000_000), 0, "let this many pass first")));
        kinds.add(
                changing("release", "release what {node} holds", required("node", new Node(), "the node that holds")));
        holdPoints(kinds);
    }

    private static void holdPoints(List<StepKind> kinds) {
        FieldType words = new Choice(HoldPoint.words());
        Field queue = optional("queue", NAME, "only this queue");
        kinds.add(looking("hold_at", "hold at \"{point}\"[, queue {queue}][, on {node}]",
                required("point", words, "the moment at which queues stand still"), queue, VHOST,
                optional("node", new Node(), "only on this node; else on every one, also those that start later")));
        kinds.add(changing("release_held", "release what holds[ at \"{point}\"][, queue {queue}][, on {node}]",
                optional("point", words, "the moment; else all"), queue, VHOST,
                optional("node", new Node(), "only on this node")));
        kinds.add(changing("clear_hold", "hold no more[ at \"{point}\"]",
                optional("point", words, "the moment; else all")));
        kinds.add(looking("slow_motion", "slow motion, speed {speed}",
                required("speed", new Share(), "0.1: a tenth of real; 1: real")));
    }

    /// Faults of the way from one node to another. What comes of them takes its time, so these do not wait for it.
    private static void links(List<StepKind> kinds) {
        Field to = required("to", new Node(), "the link's other end");
        Field from = required("from", new Node(), "the link's sending end");
        Field both = optional("both", new Flag(), false, "the way back, too");
        kinds.add(looking("cut_link", "cut the link from {from} to {to}{both? and back|}", from, to, both));
        kinds.add(
                looking("delay_link", "delay the link from {from} to {to}{both? and back|} by {ms} ms", from, to, both,
                        required("ms", new Whole(0, 600_000), "milliseconds, one way")));
        kinds.add(
                looking("lossy_link", "lose {percent} % of the packets from {from} to {to}{both? and back|}", from, to,
                        both, required("percent", new Whole(0, 100),
                                "of all packets at each try; TCP sends them again, so that loss is seen as delay")));
        kinds.add(looking("heal_link", "heal the link between {from} and {to}", from, to));
        kinds.add(looking("heal", "heal all links",
                optional("stagger_ms", new Whole(0, 600_000), 0, "milliseconds from link to link")));
    }

    private static void synchronisation(List<StepKind> kinds) {
        kinds.add(changing("sync_queue", "synchronise {queue}{background? in the background|}", QUEUE, NODE,
                optional("background", new Flag(), false, "do not wait for the end"), VHOST, TIMEOUT));
        kinds.add(changing("await_sync_queue", "wait for the end of the synchronisation", TIMEOUT));
        kinds.add(changing("cancel_sync_queue", "cancel the synchronisation of {queue}", QUEUE, NODE, VHOST, TIMEOUT));
    }

    private static void looking(List<StepKind> kinds) {
        kinds.add(looking("await_state", "wait until {queue} is {state}", QUEUE, NODE, VHOST,
                required("state", NAME, "running, syncing, down …"), TIMEOUT));
        kinds.add(looking("await_messages", "wait until {queue} has {messages} messages", QUEUE, NODE, VHOST,
                required("messages", COUNT, "how many"), TIMEOUT));
        kinds.add(looking("wait", "wait {seconds} s", required("seconds", new Seconds(3600), "how long")));
        kinds.add(new StepKind("observe", "observe[: {label}]", true, true,
                List.of(optional("label", new Text(0, 200), "a word for the report"))));
        kinds.add(new StepKind("expect", "expect[ {queue}][, master {master}][, state {state}][, {messages} messages]"
                + "[, {ready} ready][, lost {lost}][, cause {cause}]", true, true, expectations()));
    }

    private static List<Field> expectations() {
        return List.of(optional("queue", NAME, "the queue that is looked at"), VHOST,
                optional("exists", new Flag(), "whether there is such a queue"),
                optional("master", new Either(new Node(), new Nothing()), "the master's node"),
                optional("mirrors", new Either(MANY_NODES, new Nothing()), "mirrors, eldest first; null: not mirrored"),
                optional("synchronised", new Either(MANY_NODES, new Nothing()), "synchronised mirrors, in any order"),
                optional("state", new Either(NAME, new Nothing()), "running, syncing, down"),
                optional("policy", new Either(NAME, new Nothing()), "the policy that applies"),
                optional("messages", COUNT, "ready and unacknowledged"), optional("ready", COUNT, "ready messages"),
                optional("unacknowledged", COUNT, "unacknowledged messages"), optional("consumers", COUNT, "consumers"),
                optional("lost", RUNS, "lost messages as runs: m1..m40"),
                optional("lost_although_confirmed", COUNT, "how many of the lost were confirmed"),
                optional("duplicates", COUNT, "messages that came twice"),
                optional("fates", new Fields(), "per fate how many messages: {\"safe\": 25}"),
                optional("words", new Fields(), "per word how many messages: {\"confirmed\": 65}"),
                optional("cause", NAME, "a rule that a cause card of this queue names, F-04"),
                optional("causes", new ListOf(NAME, 0, 1000), "the deciding rules of all cause cards, in order"),
                optional("running", MANY_NODES, "the running nodes, in any order"));
    }

    /// Kinds that are validated but not played in this version.
    private static void later(List<StepKind> kinds) {
        kinds.add(notYet("reset", "reset {node}", ONE_NODE, optional("force", new Flag(), false, "force_reset")));
        kinds.add(notYet("force_boot", "force_boot on {node}", ONE_NODE));
        kinds.add(notYet("join_cluster", "{node} joins {to}", ONE_NODE, required("to", new Node(), "a member"),
                optional("type", NAME, "disc", "disc or ram")));
        kinds.add(notYet("change_cluster_node_type", "{node} becomes a {type} node", ONE_NODE,
                required("type", NAME, "disc or ram")));
        kinds.add(notYet("update_cluster_nodes", "update_cluster_nodes on {node} from {to}", ONE_NODE,
                required("to", new Node(), "a member")));
        kinds.add(notYet("forget_cluster_node", "forget {target}[ on {node}]", ONE_NODE,
                required("target", new Node(), "the node to forget"),
                optional("offline", new Flag(), false, "--offline")));
        kinds.add(notYet("partition", "cut the links between {groups}",
                required("groups", new ListOf(NODES, 2, 9), "groups of nodes")));
        kinds.add(
                notYet("rabbitmqctl", "run {tool} {args}", required("args", new ListOf(NAME, 1, 100), "the arguments"),
                        optional("tool", NAME, "rabbitmqctl", "the program"), NODE));
    }
}
