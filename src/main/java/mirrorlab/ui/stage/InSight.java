package mirrorlab.ui.stage;

import java.util.List;
import java.util.function.Predicate;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.QueueName;

/// Leaves out the traffic of queues that have no lane in sight: nobody could see it move. Promotions are counted wherever they
/// are.
final class InSight {
    private InSight() {}

    static List<Entry> of(List<Entry> entries, Predicate<QueueName> inSight) {
        return entries.isEmpty() ? entries : entries.stream().filter(each -> moves(each.happening(), inSight)).toList();
    }

    private static boolean moves(Happening happening, Predicate<QueueName> inSight) {
        return switch (happening) {
            case Happening.CopiesSent it -> inSight.test(it.queue());
            case Happening.CopiesReceived it -> inSight.test(it.queue());
            case Happening.MessagesDelivered it -> inSight.test(it.queue());
            case Happening.ReplicaStarted it -> inSight.test(it.queue());
            case Happening.MessagesEnqueued it -> false;
            case Happening.MessagesSettled it -> false;
            case Happening.ReplicaHolds it -> false;
            default -> true;
        };
    }
}
