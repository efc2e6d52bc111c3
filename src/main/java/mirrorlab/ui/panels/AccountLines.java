package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.ledger.Word;
import mirrorlab.vocabulary.MessageSet;

/// A queue's account as rows: what was published, each fate that has messages, and what the publisher was told.
record AccountLines(Texts texts, ClusterPicture picture) {

    /// @param ids names of the messages, or empty; `weight` says how loud the row is
    record Row(String id, String label, long count, String ids, Weight weight) {}

    enum Weight {
        TOTAL, PLAIN, LOUD, SUB
    }

    List<Row> of(QueueAccount account) {
        List<Row> rows = new ArrayList<>();
        rows.add(row("published", "fate.published", account.published(), Weight.TOTAL));
        for (Fate fate : Fate.values()) {
            MessageSet messages = account.fates().getOrDefault(fate, MessageSet.EMPTY);
            if (!messages.isEmpty() || fate == Fate.SAFE || fate == Fate.LOST) {
                boolean loud = fate == Fate.LOST && !messages.isEmpty();
                rows.add(row(word(fate), "fate." + fate, messages, loud ? Weight.LOUD : Weight.PLAIN));
            }
            if (fate == Fate.LOST && !account.lostAlthoughConfirmed().isEmpty()) {
                rows.add(row("lost-confirmed", "fate.lost-although-confirmed", account.lostAlthoughConfirmed(),
                        Weight.LOUD));
            }
        }
        if (!account.duplicates().isEmpty()) {
            rows.add(row("duplicates", "fate.duplicates", account.duplicates(), Weight.PLAIN));
        }
        for (Word word : Word.values()) {
            MessageSet messages = account.words().getOrDefault(word, MessageSet.EMPTY);
            if (!messages.isEmpty()) {
                String name = word.name().toLowerCase(Locale.ROOT).replace('_', '-');
                rows.add(row("word-" + name, "word." + word, messages, Weight.SUB));
            }
        }
        return rows;
    }

    private Row row(String id, String key, MessageSet messages, Weight weight) {
        String ids = messages.isEmpty() || weight == Weight.TOTAL ? "" : picture.runs(messages);
        return new Row(id, texts.say(key), messages.count(), ids, weight);
    }

    static String word(Fate fate) {
        return fate.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
