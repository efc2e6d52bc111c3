package mirrorlab.channel;

import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What a channel may look up at its node, without any effect.
public interface Directory {

    @Nullable
    QueueRecord record(QueueName queue);

    boolean isAlive(ReplicaId replica);

    /// A name nobody used yet, for a server-named queue or consumer.
    String freshName(String prefix);
}
