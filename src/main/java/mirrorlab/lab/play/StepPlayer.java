package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.lab.Texts;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.config.Field;
import mirrorlab.lab.config.Shape;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepKind;
import mirrorlab.lab.scenario.StepKinds;
import mirrorlab.lab.scenario.StepResult;
import org.jspecify.annotations.Nullable;

/// Does steps at one cluster. Steps may overlap; each call of {@link #perform} waits for the end of its step.
public final class StepPlayer implements AutoCloseable {
    private static final double QUIET_WITHIN = 20;
    private final Stage stage;
    private final double waits;
    private final Quiet quiet;
    private final Accounts accounts;
    private final NodeActions nodes;
    private final Consumer<Happening> happened;
    private final Map<String, Action> actions = new TreeMap<>();

    /// @param waits
    ///            share of the usual patience of clients
    /// @param happened
    ///            takes what the lab itself has to tell
    /// @param closing
    ///            counted down when the lab closes: nothing waits any longer
    public StepPlayer(Cluster cluster, double waits, LabChannels channels, Accounts accounts, Journals journals,
            Consumer<Happening> happened,
            CountDownLatch closing) {
        this.waits = waits;
        this.happened = happened;
        this.accounts = accounts;
        stage = new Stage(cluster, channels, happened);
        nodes = new NodeActions(stage);
        quiet = new Quiet(cluster, journals, stage::isPublishing, closing);
        clients();
        administration();
        links(new LinkActions(stage, closing));
        LookActions look = new LookActions(stage, closing);
        actions.put("observe", look::observe);
        actions.put("await_state", look::awaitState);
        actions.put("await_messages", look::awaitMessages);
        actions.put("wait", look::pass);
        actions.put("expect", new ExpectAction(stage, accounts));
    }

    private void clients() {
        QueueActions queues = new QueueActions(stage);
        actions.put("declare_queue", queues::declare);
        actions.put("delete_queue", queues::delete);
        actions.put("purge_queue", queues::purge);
        ExchangeActions exchanges = new ExchangeActions(stage);
        actions.put("declare_exchange", exchanges::declare);
        actions.put("delete_exchange", exchanges::delete);
        actions.put("bind", exchanges::bind);
        actions.put("unbind", exchanges::unbind);
        actions.put("bind_exchange", exchanges::bindExchange);
        actions.put("unbind_exchange", exchanges::unbindExchange);
        actions.put("list_bindings", exchanges::list);
        actions.put("publish", new PublishAction(stage));
        GetActions gets = new GetActions(stage);
        actions.put("get", gets::get);
        actions.put("drain", gets::drain);
        actions.put("drain_check", gets::drainCheck);
        ConsumerActions consumers = new ConsumerActions(stage);
        actions.put("consume", consumers::consume);
        actions.put("ack", consumers::ack);
        actions.put("reject", consumers::reject);
        actions.put("cancel", consumers::cancel);
        actions.put("close_connection", consumers::closeConnection);
        actions.put("edit_consumer", consumers::edit);
        actions.put("pause_consumer", consumers::pause);
        actions.put("resume_consumer", consumers::resume);
        PublisherActions publishers = new PublisherActions(stage);
        actions.put("start_publisher", publishers::start);
        actions.put("stop_publisher", publishers::stop);
        actions.put("edit_publisher", publishers::edit);
        actions.put("pause_publisher", publishers::pause);
        actions.put("resume_publisher", publishers::resume);
    }

    private void links(LinkActions links) {
        actions.put("cut_link", links::cut);
        actions.put("delay_link", links::delay);
        actions.put("lossy_link", links::lose);
        actions.put("heal_link", links::heal);
        actions.put("heal", links::healAll);
    }

    private void administration() {
        PolicyActions policies = new PolicyActions(stage);
        actions.put("set_policy", policies::set);
        actions.put("clear_policy", policies::clear);
        VhostActions vhosts = new VhostActions(stage);
        actions.put("add_vhost", vhosts::add);
        actions.put("delete_vhost", vhosts::delete);
        SyncActions syncs = new SyncActions(stage);
        actions.put("sync_queue", syncs::sync);
        actions.put("await_sync_queue", syncs::await);
        actions.put("cancel_sync_queue", syncs::cancel);
        actions.put("rebalance", new RebalanceAction(stage));
        actions.put("kill", nodes::kill);
        actions.put("stop", nodes::stop);
        actions.put("pause", nodes::pause);
        actions.put("resume", nodes::resume);
        actions.put("start", nodes::start);
        actions.put("add_node", nodes::addNode);
        actions.put("start_async", nodes::startAsync);
        actions.put("await_boot", nodes::awaitBoot);
        AppActions applications = new AppActions(stage);
        actions.put("stop_app", applications::stop);
        actions.put("start_app", applications::start);
        HoldActions holds = new HoldActions(stage);
        actions.put("hold", holds::hold);
        actions.put("release", holds::release);
        HoldPointActions points = new HoldPointActions(stage);
        actions.put("hold_at", points::hold);
        actions.put("release_held", points::release);
        actions.put("clear_hold", points::clear);
        actions.put("slow_motion", points::slow);
        for (String each : List.of("start", "await_boot", "start_app")) {
            actions.computeIfPresent(each, (kind, starts) -> points.after(starts));
        }
    }

    /// Does a step and waits until it has ended.
    public StepResult perform(Step step) {
        return perform(step, null);
    }

    /// @param forecasts
    ///            told what was forecast just before a kill or a stop, and what came of it
    public StepResult perform(Step step, @Nullable Consumer<CheckedForecast> forecasts) {
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("outcome", "ok");
        StepKind kind = StepKinds.of(step.kind());
        try {
            if (kind == null) {
                throw StepFault.unknown("step.unknown", step.kind());
            }
            Action action = actions.get(step.kind());
            if (action == null || !kind.played()) {
                throw StepFault.notYetRun(step.kind());
            }
            check(kind, step);
            StepFields fields = new StepFields(step, kind, waits);
            Foretold foretold = forecasts == null || isHeldUp(step) ? null : nodes.foretell(fields, accounts);
            boolean isQuiet = play(kind, action, fields, result);
            if (forecasts != null && foretold != null) {
                forecasts.accept(isQuiet ? foretold.check(accounts) : foretold.unchecked());
            }
        } catch (StepFault fault) {
            fail(result, fault);
        } catch (RuntimeException e) {
            fail(result, StepFault.notPossible("step.broke", step.kind(), e.toString()));
        }
        return new StepResult(Unmet.isAsWanted(step, result), result,
                Texts.english().say(ResultText.of(step, result)));
    }

    /// Where somebody holds up what comes, nothing is forecast of it.
    private boolean isHeldUp(Step step) {
        boolean isDeath = step.kind().equals("kill") || step.kind().equals("stop");
        return isDeath && !accounts.picture().holdPoints().isEmpty();
    }

    /// Steps that did not come from a file were not looked at yet.
    private static void check(StepKind kind, Step step) throws StepFault {
        for (Field each : kind.fields()) {
            JsonNode value = step.json().get(each.name());
            if (value != null && !each.type().allows(value)) {
                throw StepFault.unknown("field.wrong", Shape.shown(value), each.type().expected(), each.name());
            }
            if (value == null && each.required()) {
                throw StepFault.unknown("field.missing", each.name(), each.meaning());
            }
        }
    }

    private static void fail(ObjectNode result, StepFault fault) {
        result.put("outcome", "error").set("error", fault.error());
    }

    /// @return whether the cluster was quiet at the end
    private boolean play(StepKind kind, Action action, StepFields fields, ObjectNode result) throws StepFault {
        boolean settles = kind.settles() && fields.step().json().path("settle").asBoolean(true)
                && !fields.step().json().path("background").asBoolean(false);
        boolean looks = kind.name().equals("observe") || kind.name().equals("expect");
        if (looks && settles) {
            settle();
        }
        try {
            action.play(fields, result);
        } catch (StepFault fault) {
            // who got no answer in time does not wait for the rest either
            if (!looks && settles && !fault.error().path("kind").asText().equals("timeout")) {
                settle();
            }
            throw fault;
        }
        if (looks) {
            return false;
        }
        if (settles) {
            return settle();
        }
        readWhatWasTold();
        return false;
    }

    /// A step that leaves the cluster at work is done when the lab has read what the step made the nodes tell.
    private void readWhatWasTold() {
        try {
            quiet.awaitTold();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until the cluster is quiet; goes on when it does not become so.
    private boolean settle() {
        try {
            if (quiet.await(QUIET_WITHIN)) {
                return true;
            }
            happened.accept(new Happening.Noted("warning",
                    "the cluster was not quiet within " + (int) QUIET_WITHIN + " s"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    /// Waits until nothing of what was done is outstanding.
    public boolean awaitQuiet(double seconds) throws InterruptedException {
        return quiet.await(seconds);
    }

    public Foresight foresight() {
        return stage.foresight();
    }

    /// The publishers and consumers that run now, and those that were stopped.
    public List<LabClient> labClients() {
        return stage.clients();
    }

    /// Nobody wants to see the last counters of a stopped one any more.
    public void forget(LabClient client) {
        stage.forget(client);
    }

    @Override
    public void close() {
        stage.close();
    }
}
