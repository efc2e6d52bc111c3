package mirrorlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.lab.ledger.Ledger;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.lab.play.Accounts;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// The ledger of a growing recording, brought up to date whenever somebody asks. Thread-safe.
final class Books implements Accounts {
    private static final int MANY = 20_000;
    private final Recording recording;
    private final Ledger ledger = new Ledger();
    private final LedgerInOrder inOrder = new LedgerInOrder();
    private int folded;

    Books(Recording recording) {
        this.recording = recording;
    }

    /// Folds what arrived when it is much, so that nobody has to wait for an hour's entries when he asks.
    synchronized void keepUp() {
        if (recording.size() - folded > MANY) {
            ask(Ledger::queues);
        }
    }

    private synchronized <T> T ask(Function<Ledger, T> question) {
        List<Entry> fresh = recording.since(folded);
        for (Entry each : fresh) {
            ledger.apply(each);
            inOrder.take(each);
        }
        folded += fresh.size();
        return question.apply(ledger);
    }

    @Override
    public Optional<QueueAccount> account(QueueName queue) {
        return ask(now -> now.account(queue));
    }

    @Override
    public List<CauseCard> cards() {
        return ask(Ledger::cards);
    }

    @Override
    public List<String> runs(MessageSet messages) {
        return ask(now -> now.picture().names().reportRuns(messages));
    }

    @Override
    public ClusterPicture picture() {
        return ask(now -> now.picture().copy());
    }

    /// The ledger of what was recorded so far, in order of time.
    private Ledger inOrder() {
        return ask(unused -> inOrder.now());
    }

    @Override
    public JsonNode ledgerJson() {
        Ledger sorted = inOrder();
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        sorted.accounts().forEach(each -> all.add(json(each, sorted)));
        return all;
    }

    private static ObjectNode json(QueueAccount account, Ledger ledger) {
        Texts texts = Texts.english();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("vhost", account.queue().vhost())
                .put("queue", account.queue().name()).put("published", account.published().count());
        json.set("fates", sets(account.fates(), ledger));
        json.set("words", sets(account.words(), ledger));
        json.set("lost_although_confirmed", runs(account.lostAlthoughConfirmed(), ledger));
        json.set("duplicates", runs(account.duplicates(), ledger));
        json.set("notes", strings(account.notes().stream().map(texts::say).toList()));
        return json;
    }

    private static ArrayNode runs(MessageSet messages, Ledger ledger) {
        return strings(ledger.picture().names().reportRuns(messages));
    }

    private static ObjectNode sets(Map<? extends Enum<?>, MessageSet> sets, Ledger ledger) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        sets.forEach((key, messages) -> {
            if (!messages.isEmpty()) {
                json.putObject(key.name().toLowerCase(Locale.ROOT)).put("count", messages.count()).set("messages",
                        runs(messages, ledger));
            }
        });
        return json;
    }

    @Override
    public JsonNode causesJson() {
        Texts texts = Texts.english();
        Ledger sorted = inOrder();
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (CauseCard each : sorted.cards()) {
            ObjectNode card = all.addObject().put("kind", each.kind()).put("vhost", each.queue().vhost())
                    .put("queue", each.queue().name()).put("title", texts.say(each.title()));
            card.set("explanation", strings(each.explanation().stream().map(texts::say).toList()));
            card.set("rules", strings(each.rules()));
            card.set("lost", runs(each.lost(), sorted));
        }
        return all;
    }

    private static ArrayNode strings(List<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }
}
