package mirrorlab.broker;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.StoredMessage;
import mirrorlab.vocabulary.QueueRecord;

/// Tells of the copies that a node found on its disk and will not use, because another node leads their queues (N-11).
final class Discarded {
    private Discarded() {}

    /// @param wanted tables of the queues that the node recovers
    static List<Happening> copies(Input.Boot boot, List<QueueRecord> records, List<String> wanted) {
        return records.stream().filter(each -> !wanted.contains(StoredMessage.table(each.queue())))
                .<Happening>map(each -> new Happening.CopyDiscarded(each.queue(), boot.self(),
                        boot.queues().getOrDefault(StoredMessage.table(each.queue()), List.of()).size()))
                .filter(each -> each instanceof Happening.CopyDiscarded copy && copy.messages() > 0).toList();
    }
}
