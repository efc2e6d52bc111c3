package mirrorlab.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import mirrorlab.broker.Effect;
import mirrorlab.journal.Happening;
import mirrorlab.journal.NodeJournal;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// Performs what the machine asks for, in order. What is for peers, clients and administrators leaves with the next flush.
/// Confined to the loop's thread.
final class Performer {
    private final Outbox outbox;
    private final StoreWriter store;
    private final Timers timers;
    private final NodeJournal journal;
    private final Questions questions;
    private final NodeHost host;
    private final List<Effect.Answer> answers = new ArrayList<>();
    private List<Effect.ToClient> toClients = new ArrayList<>();
    private @Nullable ClientDoor clients;

    Performer(Outbox outbox, StoreWriter store, Timers timers, NodeJournal journal, Questions questions,
            NodeHost host) {
        this.outbox = outbox;
        this.store = store;
        this.timers = timers;
        this.journal = journal;
        this.questions = questions;
        this.host = host;
    }

    void serve(ClientDoor door) {
        clients = door;
    }

    /// @return how the node ends with it; null when it goes on
    @Nullable
    Ending perform(Effect effect) {
        switch (effect) {
            case Effect.Send(NodeName peer, long link, PeerMessage message) -> outbox.add(peer, link, message);
            case Effect.Persist(List<StoreOperation> operations, long ticket) -> store.write(operations, ticket);
            case Effect.PersistMetadata(Bytes metadata, long ticket) -> store.write(
                    List.of(new StoreOperation.Put(NodeLoop.METADATA_TABLE, NodeLoop.METADATA_KEY, metadata)), ticket);
            case Effect.PageOut(List<Bytes> bodies) -> host.pageOut(bodies);
            case Effect.SetTimer(String timer, Duration after) -> timers.set(timer, after);
            case Effect.CancelTimer(String timer) -> timers.cancel(timer);
            case Effect.ToClient event -> toClients.add(event);
            case Effect.Answer answer -> answers.add(answer);
            case Effect.Happened(Happening happening) -> journal.append(happening);
            case Effect.Log(String level, String text) -> host.log(level, text);
            case Effect.Serve() -> host.serve();
            case Effect.BootFailed(String text) -> {
                return new Ending.BootFailed(text);
            }
            case Effect.CloseConnections(int replyCode, String text) -> {
                flush();
                door().closeConnections(replyCode, text);
            }
            case Effect.Stopped() -> {
                return new Ending.Stopped();
            }
        }
        return null;
    }

    /// Peers first.
    void flush() {
        outbox.flush();
        if (!toClients.isEmpty()) {
            door().deliver(toClients);
            toClients = new ArrayList<>();
        }
        answers.forEach(each -> questions.answer(each.request(), each.reply()));
        answers.clear();
    }

    private ClientDoor door() {
        return Objects.requireNonNull(clients);
    }
}
