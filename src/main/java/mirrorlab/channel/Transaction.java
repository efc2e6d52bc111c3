package mirrorlab.channel;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.channel.Deliveries.Unsettled;
import mirrorlab.queue.QueueMessage.Outcome;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Routes;

/// What a channel's transaction holds back until it is committed (P-27).
final class Transaction {
    private List<Publish> publishes = new ArrayList<>();
    private List<Settle> settles = new ArrayList<>();
    private boolean selected;
    private boolean committing;

    /// @param properties as they are delivered
    /// @param routes where it goes, found when it was published
    record Publish(ClientMethod.BasicPublish method, Bytes properties, Routes routes) {}

    record Settle(List<Unsettled> deliveries, Outcome outcome) {}

    boolean isSelected() {
        return selected;
    }

    void select() {
        selected = true;
    }

    void add(Publish publish) {
        publishes.add(publish);
    }

    void add(List<Unsettled> deliveries, Outcome outcome) {
        settles.add(new Settle(deliveries, outcome));
    }

    int publishes() {
        return publishes.size();
    }

    int deliveries() {
        return settles.stream().mapToInt(each -> each.deliveries().size()).sum();
    }

    boolean isCommitting() {
        return committing;
    }

    void commit() {
        committing = true;
    }

    void completed() {
        committing = false;
    }

    List<Publish> takePublishes() {
        List<Publish> taken = publishes;
        publishes = new ArrayList<>();
        return taken;
    }

    List<Settle> takeSettles() {
        List<Settle> taken = settles;
        settles = new ArrayList<>();
        return taken;
    }
}
