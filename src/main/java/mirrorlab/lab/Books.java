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
    private final Recording recording;
    private final Ledger ledger = new Ledger();
    private int folded;

    Books(Recording recording) {
        this.recording = recording;
    }

    private synchronized <T> T ask(Function<Ledger, T> question) {
        List<Entry> fresh = recording.since(folded);
        fresh.forEach(ledger::apply);
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

    /// A picture of its own of what was recorded so far.
    ClusterPicture picture() {
        return ask(now -> now.picture().copy());
    }

    @Override
    public JsonNode ledgerJson() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        ask(Ledger::accounts).forEach(each -> all.add(json(each)));
        return all;
    }

    private ObjectNode json(QueueAccount account) {
        Texts texts = Texts.english();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("vhost", account.queue().vhost())
                .put("queue", account.queue().name()).put("published", account.published().count());
        json.set("fates", sets(account.fates()));
        json.set("words", sets(account.words()));
        json.set("lost_although_confirmed", strings(runs(account.lostAlthoughConfirmed())));
        json.set("duplicates", strings(runs(account.duplicates())));
        json.set("notes", strings(account.notes().stream().map(texts::say).toList()));
        return json;
    }

    private ObjectNode sets(Map<? extends Enum<?>, MessageSet> sets) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        sets.forEach((key, messages) -> {
            if (!messages.isEmpty()) {
                ObjectNode set = json.putObject(key.name().toLowerCase(Locale.ROOT)).put("count", messages.count());
                set.set("messages", strings(runs(messages)));
            }
        });
        return json;
    }

    @Override
    public JsonNode causesJson() {
        Texts texts = Texts.english();
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (CauseCard each : cards()) {
            ObjectNode card = all.addObject().put("kind", each.kind()).put("vhost", each.queue().vhost())
                    .put("queue", each.queue().name()).put("title", texts.say(each.title()));
            card.set("explanation", strings(each.explanation().stream().map(texts::say).toList()));
            card.set("rules", strings(each.rules()));
            card.set("lost", strings(runs(each.lost())));
        }
        return all;
    }

    private static ArrayNode strings(List<String> values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        values.forEach(array::add);
        return array;
    }
}
