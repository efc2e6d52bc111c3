package mirrorlab.channel;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// What a channel may look up at its node, without any effect.
public interface Directory {

    @Nullable
    QueueRecord record(QueueName queue);

    boolean isAlive(ReplicaId replica);

    /// Also the default one.
    @Nullable
    Exchange exchange(ExchangeName exchange);

    List<Binding> bindingsFrom(ExchangeName source);

    List<Binding> bindingsTo(ExchangeName exchange);

    List<Binding> bindingsTo(QueueName queue);

    /// The queues of a publish, each once, in order of name; none also when there is no such exchange. Queues that are down
    /// with their node are not among them (N-06).
    ///
    /// @param headers asked at most once, and only when a headers exchange is on the way
    Routes route(ExchangeName exchange, String routingKey, Supplier<Map<String, Object>> headers);

    /// The same for a message with CC and BCC: alternate exchanges are asked when none of the keys matches.
    Routes route(ExchangeName exchange, List<String> routingKeys, Supplier<Map<String, Object>> headers);

    /// @param resource an exchange's or queue's name; the default exchange is `amq.default`
    boolean mayConfigure(String user, String vhost, String resource);

    boolean mayWrite(String user, String vhost, String resource);

    boolean mayRead(String user, String vhost, String resource);

    /// The limit of queues in this virtual host, null while it may have more.
    @Nullable
    Long queueLimitReached(String vhost);

    /// Whether direct replies can reach a channel's consumer. Of a channel on another node only that this node has a link to it
    /// is known.
    boolean reaches(ChannelId channel, String key);

    /// Milliseconds since 1970, as this node was told them.
    long now();

    /// A name nobody used yet, for a server-named queue or consumer.
    String freshName(String prefix);
}
