package mirrorlab.ui;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.lab.scenario.Step;
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

    /// The node of the selected queue's master.
    public void killMaster() {
        chosen().or(this::masterNode).ifPresentOrElse(this::kill, this::noMaster);
    }

    public void stopMaster() {
        chosen().or(this::masterNode).ifPresentOrElse(this::stop, this::noMaster);
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

    /// A step about a queue, in the manner of scenario files: the vhost only when it is not `/`.
    public static Step onQueue(String kind, QueueName queue) {
        Step step = Step.of(kind).with("queue", queue.name());
        return queue.vhost().equals("/") ? step : step.with("vhost", queue.vhost());
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
