package mirrorlab.ui;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.input.Clipboard;
import javafx.scene.input.DataFormat;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.stage.Closeness;
import mirrorlab.ui.text.StateText;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// The window's commands, each one step for the lab. Buttons, menus and keys all end here.
public final class Commands {
    private static final int KEY_PUBLISHES = 100;
    private final Desk desk;

    public Commands(Desk desk) {
        this.desk = desk;
    }

    public void open(FxmlFile form) {
        Desk.Sheet open = desk.sheet().get();
        desk.sheet().set(open != null && open.file() == form ? null : new Desk.Sheet(form));
    }

    public void kill(NodeName node) {
        desk.perform(Step.of("kill").with("node", node.shortName()));
    }

    public void stop(NodeName node) {
        desk.perform(Step.of("stop").with("node", node.shortName()));
    }

    public void start(NodeName node) {
        desk.perform(Step.of("start").with("node", node.shortName()));
    }

    /// One more, called after the first that has a number: `rabbit4` in a cluster of rabbit1 to rabbit3.
    public void addNode() {
        List<String> names = desk.timeline().live().columns().stream().map(NodeName::shortName).toList();
        String base = names.isEmpty() ? "rabbit" : names.getFirst().replaceFirst("\\d+$", "");
        int number = names.size() + 1;
        while (names.contains(base + number)) {
            number++;
        }
        desk.perform(Step.of("add_node").with("name", base + number));
    }

    /// The node of the selected queue's master.
    public void killMaster() {
        chosen().or(this::masterNode).ifPresentOrElse(this::kill, this::noMaster);
    }

    public void stopMaster() {
        chosen().or(this::masterNode).ifPresentOrElse(this::stop, this::noMaster);
    }

    public void thaw(NodeName node) {
        desk.perform(Step.of("resume").with("node", node.shortName()));
    }

    /// Freezes the chosen node, or that of the selected queue's master; thaws it when it is frozen.
    public void freeze() {
        chosen().or(this::masterNode).ifPresentOrElse(node -> {
            boolean frozen = desk.timeline().live().picture().node(node)
                    .filter(each -> each.state() == NodePicture.State.PAUSED).isPresent();
            desk.perform(Step.of(frozen ? "resume" : "pause").with("node", node.shortName()));
        }, this::noMaster);
    }

    /// Cuts every link of the chosen node, or that of the selected queue's master, both ways.
    public void isolate() {
        chosen().or(this::masterNode).ifPresentOrElse(this::isolate, this::noMaster);
    }

    public void isolate(NodeName node) {
        for (NodeName each : desk.timeline().live().columns()) {
            if (!each.equals(node)) {
                desk.perform(Step.of("cut_link").with("from", node.shortName()).with("to", each.shortName())
                        .with("both", true));
            }
        }
    }

    public void rebalance() {
        desk.perform(Step.of("rebalance"));
    }

    public void healLinks() {
        desk.perform(Step.of("heal"));
    }

    /// The node that ended last.
    public void startLastDead() {
        List<NodePicture> dead = desk.timeline().live().nodes().stream().filter(node -> !node.isAlive())
                .sorted((one, other) -> Long.compare(other.endedClock(), one.endedClock())).toList();
        Optional<NodeName> chosen = chosen();
        if (chosen.isPresent()) {
            start(chosen.get());
        } else if (dead.isEmpty()) {
            refuse("command.nothing.dead");
        } else {
            start(dead.getFirst().name());
        }
    }

    /// Everything that stands still goes on; the points stay set.
    public void releaseHeld() {
        desk.perform(Step.of("release_held"));
    }

    /// Lets go on what holds; when nothing does, shows where things could.
    public void holdOrRelease() {
        boolean holds = desk.timeline().live().picture().held().stream().anyMatch(each -> each.millis() == 0);
        if (holds) {
            releaseHeld();
        } else {
            open(FxmlFile.HOLDS_SHEET);
        }
    }

    public void synchronise() {
        forSelected(queue -> desk.perform(onQueue("sync_queue", queue).with("background", true)));
    }

    public void cancelSynchronisation() {
        forSelected(queue -> desk.perform(onQueue("cancel_sync_queue", queue)));
    }

    public void publishSome() {
        forSelected(queue -> desk.perform(onQueue("publish", queue).with("count", KEY_PUBLISHES)));
    }

    public void purge(QueueName queue) {
        desk.perform(onQueue("purge_queue", queue));
    }

    public void delete(QueueName queue) {
        desk.perform(onQueue("delete_queue", queue));
    }

    public void clearPolicy(String vhost, String name) {
        desk.perform(Step.of("clear_policy").with("name", name).with("vhost", vhost));
    }

    /// Pauses all of the lab's publishers and consumers; when all are paused, lets them go on.
    public void pauseClients() {
        List<LabClient> clients = desk.lab().clients().stream().filter(Commands::canPause).toList();
        boolean goesOn = clients.stream().allMatch(each -> each.standing().state() == LabClient.State.PAUSED);
        if (clients.isEmpty()) {
            refuse("command.no.clients");
        }
        for (LabClient each : clients) {
            String kind = each instanceof LabClient.Publisher ? "publisher" : "consumer";
            desk.perform(Step.of((goesOn ? "resume_" : "pause_") + kind).with(kind, each.name()));
        }
    }

    private static boolean canPause(LabClient client) {
        boolean manual = client instanceof LabClient.Consumer consumer && consumer.settings().ack().equals("manual");
        return !manual && client.standing().state() != LabClient.State.STOPPED;
    }

    /// Of the chosen node, or the selected queue's master, or else the first that runs.
    public void copyUri() {
        List<NodePicture> running = desk.timeline().live().nodes().stream()
                .filter(each -> each.state() == NodePicture.State.RUNNING).toList();
        Optional<NodeName> node = chosen().or(this::masterNode)
                .or(() -> running.stream().map(NodePicture::name).findFirst());
        node.ifPresentOrElse(this::copyUri, () -> refuse("command.no.node"));
    }

    /// Puts what a client needs to connect to this node into the clipboard.
    public void copyUri(NodeName node) {
        desk.timeline().live().nodes().stream().filter(each -> each.name().equals(node)).findFirst()
                .ifPresent(each -> {
                    String uri = uri(each.amqpPort());
                    Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, uri));
                    desk.notice().set(new Notice(true, desk.say("notice.uri", node.shortName(), uri)));
                });
    }

    /// Puts all of the state that is shown into the clipboard, as text.
    public void copyState() {
        String text = new StateText(desk.texts()).of(desk.timeline().shown());
        Clipboard.getSystemClipboard().setContent(Map.of(DataFormat.PLAIN_TEXT, text));
        desk.notice().set(new Notice(true, desk.say("text.copied", text.lines().count())));
    }

    static String uri(int port) {
        return "amqp://guest:guest@127.0.0.1:" + port + "/%2F";
    }

    /// A step about a queue, in the manner of scenario files: the vhost only when it is not `/`.
    public static Step onQueue(String kind, QueueName queue) {
        Step step = Step.of(kind).with("queue", queue.name());
        return queue.vhost().equals("/") ? step : step.with("vhost", queue.vhost());
    }

    /// Gives the selected queue a lane that stays, or takes it away.
    public void pin() {
        forSelected(queue -> desk.stageWish().set(desk.stageWish().get().pinning(queue)));
    }

    public void onlyAtRisk() {
        desk.stageWish().set(desk.stageWish().get().atRisk(!desk.stageWish().get().onlyAtRisk()));
    }

    /// Nearer (1) to the queues or further (-1) from them.
    public void look(int direction) {
        desk.stageWish().set(desk.stageWish().get().nearer(direction));
    }

    public void lookAsUsual() {
        desk.stageWish().set(desk.stageWish().get().from(Closeness.AUTOMATIC));
    }

    private void forSelected(java.util.function.Consumer<QueueName> command) {
        QueueName queue = desk.selected().get();
        if (queue == null) {
            refuse("command.no.queue");
        } else {
            command.accept(queue);
        }
    }

    /// A choice counts for one command.
    private Optional<NodeName> chosen() {
        Optional<NodeName> chosen = Optional.ofNullable(desk.chosenNode().get());
        desk.chosenNode().set(null);
        return chosen;
    }

    private Optional<NodeName> masterNode() {
        QueueName queue = desk.selected().get();
        return queue == null
                ? Optional.empty()
                : desk.timeline().live().queue(queue).flatMap(QueuePicture::masterReplica)
                        .map(replica -> replica.node());
    }

    private void noMaster() {
        refuse(desk.selected().get() == null ? "command.no.queue" : "command.no.master");
    }

    private void refuse(String key) {
        QueueName queue = desk.selected().get();
        desk.notice().set(new Notice(false, desk.say(key, queue == null ? "" : queue.name())));
    }
}
