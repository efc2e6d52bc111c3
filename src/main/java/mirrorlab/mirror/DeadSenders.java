package mirrorlab.mirror;

import java.time.Duration;
import java.util.List;
import mirrorlab.mirror.Following.State;
import mirrorlab.vocabulary.ChannelId;

/// Channels whose end a mirror has seen, while the master has not said so in its stream: the master may never have heard of a
/// channel that died with its node, so it is asked, again and again (P-17).
final class DeadSenders {
    private static final String TIMER = ReplicaEffect.SetTimer.HOUSEKEEPING + "dead senders";
    private static final Duration ASK_AFTER = Duration.ofSeconds(20);
    private final ReplicaBody body;
    private final Following following;
    private boolean asks;

    DeadSenders(ReplicaBody body, Following following) {
        this.body = body;
        this.following = following;
    }

    /// Its node said so, or is down.
    void ended(ChannelId channel) {
        if (body.views.channelDown(channel)) {
            body.traffic.touch();
        }
        askLater();
    }

    /// The master said so.
    void on(ReplicaOperation.SenderDeath death) {
        if (body.views.senderDead(death.channel())) {
            body.traffic.touch();
        }
    }

    private void askLater() {
        if (!asks && !body.views.down().isEmpty()) {
            asks = true;
            body.setTimer(TIMER, ASK_AFTER);
        }
    }

    void timer(String name) {
        if (name.equals(TIMER)) {
            asks = false;
            List<ChannelId> open = body.views.down();
            if (!open.isEmpty() && following.is(State.FOLLOWING)) {
                body.send(new ReplicaMessage.SendersDown(following.leader(), body.id, open));
            }
            askLater();
        }
    }
}
