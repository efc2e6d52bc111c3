package mirrorlab.ui.text;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.TextColumns;
import mirrorlab.journal.TextTable;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.ledger.Word;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.MessageSet;

/// A moment as tables of plain text: the picture's, and the account of every queue with the ids of the messages. There is no
/// time in it: equal states give equal texts, and so does a saved journal that is replayed.
public record StateText(Texts texts) {

    public String of(Moment moment) {
        StringBuilder text = new StringBuilder(TextTable.of(moment.picture(), texts::say));
        List<List<String>> rows = new ArrayList<>();
        moment.ledger().accounts().forEach(each -> account(rows, each, moment));
        row(rows, "–", "–", "fate." + Fate.UNROUTABLE, moment.ledger().unroutable(), moment);
        TextColumns.append(text, texts.say("table.accounts"), List.of(texts.say("table.vhost"),
                texts.say("table.queue"), texts.say("table.fate"), texts.say("table.count"),
                texts.say("table.messages")),
                rows);
        return text.toString();
    }

    private void account(List<List<String>> rows, QueueAccount account, Moment moment) {
        String vhost = account.queue().vhost();
        String queue = account.queue().name();
        row(rows, vhost, queue, "fate.published", account.published(), moment);
        for (Fate fate : Fate.values()) {
            row(rows, vhost, queue, "fate." + fate, account.of(fate), moment);
        }
        row(rows, vhost, queue, "fate.lost-although-confirmed", account.lostAlthoughConfirmed(), moment);
        row(rows, vhost, queue, "fate.duplicates", account.duplicates(), moment);
        for (Word word : Word.values()) {
            row(rows, vhost, queue, "word." + word, account.of(word), moment);
        }
    }

    private void row(List<List<String>> rows, String vhost, String queue, String key, MessageSet messages,
            Moment moment) {
        if (!messages.isEmpty()) {
            rows.add(List.of(vhost, queue, texts.say(key), String.valueOf(messages.count()),
                    moment.picture().runs(messages)));
        }
    }
}
