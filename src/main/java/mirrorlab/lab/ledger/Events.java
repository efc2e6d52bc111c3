package mirrorlab.lab.ledger;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.MessageNames;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Every happening as one line of the event list. Who says it stands in the entry; the sentence does not repeat it.
public final class Events {
    private Events() {}

    public static Sentence sentence(Entry entry, MessageNames names) {
        return switch (entry.happening()) {
            case Happening.Traffic traffic -> traffic(traffic, names);
            case Happening.NodeStarting(var node, long processId) -> of("node-starting", node(node), number(processId));
            case Happening.NodeStarted(var node, _, _, int amqpPort, int httpPort) -> of("node-started", node(node),
                    number(amqpPort), number(httpPort));
            case Happening.NodeDied it when it.wasKilled() -> of("node-killed", node(it.node()));
            case Happening.NodeDied(var node, _, int exitStatus, _) -> of("node-died", node(node), number(exitStatus));
            case Happening.NodeStopped(var node, _, _) -> of("node-stopped", node(node));
            case Happening.NodePaused(var node) -> of("node-paused", node(node));
            case Happening.NodeResumed(var node) -> of("node-resumed", node(node));
            case Happening.NodeJoined(_, _, var running) -> of("node-joined", Reason.names(running));
            case Happening.PeerUp(_, var peer, _) -> of("peer-up", node(peer));
            case Happening.PeerDown(_, var peer) -> of("peer-down", node(peer));
            case Happening.PeerSuspected(_, var peer, boolean missing) ->
                of(missing ? "peer-suspected" : "peer-heard", node(peer));
            case Happening.LinkDisturbed now -> disturbed(now);
            case Happening.QueueRecorded now -> recorded(now);
            case Happening.QueueRemoved(var queue, _, var reason) -> of("queue-removed." + reason, queue(queue));
            case Happening.PolicySet now -> of("policy-set", now.name(), now.pattern(), now.definition().toString());
            case Happening.PolicyCleared(_, var name) -> of("policy-cleared", name);
            case Happening.OperatorPolicySet now ->
                of("operator-policy-set", now.name(), now.pattern(), now.definition().toString());
            case Happening.OperatorPolicyCleared(_, var name) -> of("operator-policy-cleared", name);
            case Happening.MetadataKnown now ->
                of("metadata-known", now.exchanges().size(), now.bindings().size(), now.vhosts().size());
            case Happening.ExchangeRecorded(var now) ->
                of("exchange-recorded", exchange(now.exchange().name()), now.exchange().type());
            case Happening.ExchangeRemoved(var exchange) -> of("exchange-removed", exchange(exchange));
            case Happening.Bound(var now) -> of("bound", now.destination(), exchange(now.source()), now.routingKey());
            case Happening.Unbound(var now) ->
                of("unbound", now.destination(), exchange(now.source()), now.routingKey());
            case Happening.VhostRecorded(var vhost) -> of("vhost-recorded", vhost);
            case Happening.VhostRemoved(var vhost) -> of("vhost-removed", vhost);
            case Happening.UserRecorded(var user) -> of("user-recorded", user.name(), String.join(", ", user.tags()));
            case Happening.UserRemoved(var user) -> of("user-removed", user);
            case Happening.PermissionsRecorded(var now) ->
                of("permissions-recorded", now.user(), now.vhost(), now.configure(), now.write(), now.read());
            case Happening.PermissionsRemoved(var user, var vhost) -> of("permissions-removed", user, vhost);
            case Happening.PolicyPassedOver now ->
                of("policy-passed-over", queue(now.queue()), now.policy(), number(now.priority()), now.winner(),
                        number(now.winnerPriority()));
            case Happening.CopyDiscarded(var queue, var node, long messages) ->
                of("copy-discarded", queue(queue), messages);
            case Happening.OldTagsSettled now -> of("old-tags-settled", queue(now.queue()), names.runs(now.meant()),
                    names.runs(now.hit()));
            case Happening.DeliveriesCutOff now ->
                of("deliveries-cut-off", queue(now.queue()), now.tag(), node(now.master().node()), now.arrived());
            case Happening.ReplicaStarted(var queue, _, var role, long recovered) -> of("replica-started." + role,
                    queue(queue), recovered);
            case Happening.ReplicaStopped(var queue, _, var reason) -> of("replica-stopped." + reason, queue(queue));
            case Happening.MirrorSynchronised(var queue, _, var how) -> of("mirror-synchronised." + how, queue(queue));
            case Happening.SyncStarted now -> of("sync-started", queue(now.queue()), now.total(), nodes(now.mirrors()),
                    now.batchSize());
            case Happening.SyncProgressed now -> of("sync-progressed", queue(now.queue()), now.sent(), now.total());
            case Happening.SyncEnded(var queue, _, var outcome, long sent) ->
                of("sync-ended." + outcome, queue(queue), sent);
            case Happening.ReplicaFroze now -> of("replica-froze", queue(now.queue()), node(now.lostMaster().node()),
                    now.applied());
            case Happening.SurvivorsCompared now when now.survivors().isEmpty() ->
                of("survivors-compared.alone", queue(now.queue()));
            case Happening.SurvivorsCompared now -> of("survivors-compared", queue(now.queue()), nodes(now.survivors()),
                    String.join(", ", now.applied().stream().map(Events::number).toList()), now.filled());
            case Happening.MirrorPromoted now -> of("mirror-promoted", now.mirror().toString(), queue(now.queue()),
                    now.epoch(), now.depth());
            case Happening.PromotionRefused now -> of("promotion-refused", queue(now.queue()), now.key(), now.value(),
                    now.deleted());
            case Happening.MirrorsTerminated now -> of("mirrors-terminated", queue(now.queue()), nodes(now.mirrors()),
                    now.key(), now.value());
            case Happening.ConnectionOpened now -> of("connection-opened", now.name(), now.user(), now.peer());
            case Happening.ConnectionClosed(_, long connection, var reason) ->
                of("connection-closed", connection, reason);
            case Happening.ConnectionBlocked(_, long connection, boolean blocked, var reason) ->
                of(blocked ? "connection-blocked" : "connection-unblocked", connection, reason);
            case Happening.MemoryAlarm(var node, boolean raised) ->
                of(raised ? "memory-alarm-set" : "memory-alarm-cleared", node.shortName());
            case Happening.HoldPointSet(_, var point, var queue) when queue == null -> of("hold-set", point(point));
            case Happening.HoldPointSet(_, var point, var queue) -> of("hold-set.queue", point(point), target(queue));
            case Happening.HoldPointCleared(_, var point, _) -> of("hold-cleared", point(point));
            case Happening.Held(_, var point, var queue, long millis) ->
                of(millis > 0 ? "held.slow" : "held", queue(queue), point(point), millis);
            case Happening.Released(_, var point, var queue, var why) ->
                of("released." + why, queue(queue), point(point));
            case Happening.PaceSet(_, long millis) -> of(millis > 0 ? "pace-set" : "pace-real", millis);
            case Happening.ChannelOpened(_, _, int number, var channel) ->
                of("channel-opened", number, channel.toString());
            case Happening.ChannelClosed(_, var channel, var reason) ->
                of("channel-closed", channel.toString(), reason);
            case Happening.ConsumerAdded now -> of("consumer-added", now.tag(), queue(now.queue()), now.prefetch());
            case Happening.ConsumerRemoved now -> of("consumer-removed." + now.reason(), now.tag(), queue(now.queue()));
            case Happening.ConfirmsSelected(_, var channel, _) -> of("confirms-selected", channel.toString());
            case Happening.ChannelWaits(_, var channel, var queue, boolean waiting) -> of(
                    waiting ? "channel-waits" : "channel-goes-on", channel.toString(), queue(queue));
            case Happening.ChannelFlow(_, var channel, boolean held) ->
                of(held ? "channel-flow" : "channel-flow-over", channel.toString());
            case Happening.StepStarted(int number, var text, _) ->
                of(number < 0 ? "by-hand" : "step-started", number + 1, text);
            case Happening.StepEnded(int number, boolean ok, var text, _) ->
                of(ok ? "step-ended" : number < 0 ? "by-hand-failed" : "step-failed", number + 1,
                        text);
            case Happening.MessagesNamed(var queue, var messages, _, _) -> of("messages-named", target(queue),
                    names.runs(MessageSet.of(List.of(messages))));
            case Happening.MessagesUnsent(var queue, var messages) -> of("messages-unsent", target(queue),
                    names.runs(MessageSet.of(List.of(messages))));
            case Happening.MessagesDeadLettered now -> of("messages-dead-lettered." + now.reason(), queue(now.queue()),
                    names.runs(MessageSet.of(List.of(now.messages()))),
                    now.to().isEmpty() ? "–" : String.join(", ", now.to().stream().map(QueueName::name).toList()));
            case Happening.JournalGap(var origin, _, long from, long to) -> of("journal-gap", origin, to - from + 1);
            case Happening.ClientSaw(var client, var what, var node, var words) ->
                of("client-" + what, client, node, words);
            case Happening.Noted(_, var text) -> of("noted", text);
            case Happening.NodeLogged(_, var line) -> of("noted", line);
        };
    }

    private static Sentence traffic(Happening.Traffic traffic, MessageNames names) {
        return switch (traffic) {
            case Happening.CopiesSent now -> of("copies-sent", queue(now.queue()), names.runs(now.messages()),
                    node(now.to().node()));
            case Happening.CopiesReceived now -> of("copies-received", queue(now.queue()), names.runs(now.messages()));
            case Happening.MessagesEnqueued now ->
                of("messages-enqueued", queue(now.queue()), names.runs(now.messages()));
            case Happening.PublishesAnswered now ->
                of("publishes-answered." + now.outcome(), names.runs(now.messages()));
            case Happening.MessagesDelivered now ->
                of(now.redelivered() ? "messages-redelivered" : "messages-delivered",
                        queue(now.queue()), names.runs(now.messages()), node(now.channel().node()));
            case Happening.MessagesRequeued now ->
                of("messages-requeued", queue(now.queue()), names.runs(now.messages()));
            case Happening.MessagesSettled now -> of("messages-settled." + now.fate(), queue(now.queue()),
                    names.runs(now.messages()));
            case Happening.PublishesUnstored now -> of("publishes-unstored." + now.fate(), names.runs(now.messages()));
            case Happening.PublishesRouted now -> of(now.to().isEmpty() ? "publishes-unroutable" : "publishes-routed",
                    exchange(now.exchange()), names.runs(now.messages()),
                    String.join(", ", now.to().stream().map(QueueName::name).toList()));
            case Happening.ReplicaHolds now -> of("replica-holds." + now.role(), queue(now.queue()), now.readyCount(),
                    now.unacknowledgedCount());
        };
    }

    private static Sentence disturbed(Happening.LinkDisturbed now) {
        String from = node(now.from());
        String to = node(now.to());
        if (now.lossPercent() >= 100) {
            return of("link-cut", from, to);
        }
        if (now.lossPercent() > 0) {
            return of("link-lossy", from, to, now.lossPercent(), now.delayMillis());
        }
        return now.delayMillis() > 0 ? of("link-delayed", from, to, now.delayMillis()) : of("link-healed", from, to);
    }

    private static Sentence recorded(Happening.QueueRecorded now) {
        List<ReplicaId> mirrors = now.mirrors();
        String key = mirrors == null
                ? "queue-recorded"
                : mirrors.isEmpty()
                        ? "queue-recorded.alone"
                        : now.synchronised().isEmpty()
                                ? "queue-recorded.unsynchronised"
                                : "queue-recorded.mirrored";
        return of(key, queue(now.queue()), node(now.master().node()), nodes(mirrors), nodes(now.synchronised()),
                number(now.version()));
    }

    private static Sentence of(String key, Object... values) {
        return Sentence.of("event." + key, values);
    }

    /// An exchange has no name here: where its messages go is seen at the queues.
    private static String target(@Nullable QueueName queue) {
        return queue == null ? "…" : queue.name();
    }

    private static Sentence point(String word) {
        return HoldPoint.of(word).map(each -> Sentence.of("hold." + each.key()))
                .orElse(Sentence.of("event.noted", word));
    }

    /// As RabbitMQ's screens have it.
    private static String exchange(ExchangeName exchange) {
        return exchange.isDefault() ? "(AMQP default)" : exchange.name();
    }

    private static String queue(QueueName queue) {
        return queue.name();
    }

    private static String node(NodeName node) {
        return node.shortName();
    }

    private static String nodes(@Nullable List<ReplicaId> replicas) {
        return replicas == null || replicas.isEmpty()
                ? "–"
                : Reason.names(replicas.stream().map(ReplicaId::node).toList());
    }

    /// Without the thousands' separator that a count would get.
    private static String number(long number) {
        return String.valueOf(number);
    }
}
