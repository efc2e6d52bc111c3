package mirrorlab.amqp;

import mirrorlab.broker.Input;

/// What one connection tells the core: that it was opened, what it said, that it is closed. Opened and closed are told once.
///
/// Used by the connection's reading thread, apart from {@link #post} (both of its threads) and {@link #silence} (any).
final class CoreLink {
    private final long id;
    private final Surroundings around;
    private volatile boolean silenced;
    private boolean opened;
    private boolean closed;

    CoreLink(long id, Surroundings around) {
        this.id = id;
        this.around = around;
    }

    /// Waits while the node is paused or has too much to do.
    void post(Input input) throws InterruptedException {
        around.frozen().pass();
        if (!silenced) {
            around.core().post(input);
        }
    }

    /// As {@link #post}, from the reading thread, which calls {@link #help} before it waits.
    void postQuietly(Input input) throws InterruptedException {
        around.frozen().pass();
        if (!silenced) {
            around.core().postQuietly(input);
        }
    }

    void help() {
        if (!silenced) {
            around.core().help();
        }
    }

    void opened(Session agreed, String peer, String local) throws InterruptedException {
        opened = true;
        post(new Input.ConnectionOpened(id, agreed.name(), peer, agreed.user(), agreed.virtualHost(),
                agreed.cancelNotify(), local, agreed.properties()));
    }

    void closed(String reason) throws InterruptedException {
        if (opened && !closed) {
            closed = true;
            post(new Input.ConnectionClosed(id, reason));
        }
    }

    /// The node has died: nothing is told any more.
    void silence() {
        silenced = true;
    }

    boolean silenced() {
        return silenced;
    }
}
