package mirrorlab.ui.clients;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mirrorlab.lab.Texts;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.Standing;

/// What the cards of clients say.
public record ClientWords(Texts texts) {

    /// `p1 → orders · rabbit2`
    public String title(LabClient client) {
        String key = client instanceof LabClient.Publisher ? "client.publisher" : "client.consumer";
        return texts.say(key, client.name(), client.queue().name(), client.standing().node());
    }

    public String settings(LabClient client) {
        return switch (client) {
            case LabClient.Publisher publisher -> {
                LabClient.PublisherSettings how = publisher.settings();
                List<String> parts = new ArrayList<>();
                parts.add(
                        how.rate() <= 0 ? texts.say("client.rate.full") : texts.say("client.rate", number(how.rate())));
                parts.add(texts.say(how.persistent() ? "client.persistent" : "client.transient"));
                parts.add(how.confirm()
                        ? texts.say("client.confirms", how.inFlight())
                        : texts.say("client.confirms.none"));
                if (how.resend()) {
                    parts.add(texts.say("client.resends"));
                }
                yield String.join(" · ", parts);
            }
            case LabClient.Consumer consumer -> {
                LabClient.ConsumerSettings how = consumer.settings();
                String prefetch = how.prefetch() == 0
                        ? texts.say("client.prefetch.none")
                        : texts.say("client.prefetch", how.prefetch());
                String ack = texts.say("client.ack." + how.ack().replace('_', '-'));
                yield prefetch + " · " + ack
                        + (how.delay() > 0 ? " · " + texts.say("client.delay", Math.round(how.delay() * 1000)) : "");
            }
        };
    }

    public String counters(LabClient client) {
        return switch (client) {
            case LabClient.Publisher now -> texts.say("client.published", now.published(), now.confirmed(),
                    now.nacked(), now.returned(), now.waiting(), now.resent());
            case LabClient.Consumer now -> texts.say("client.delivered", now.delivered(), now.redelivered(),
                    now.acknowledged(), now.waiting(), now.twice());
        };
    }

    public String rate(LabClient client) {
        double perSecond = switch (client) {
            case LabClient.Publisher now -> now.perSecond();
            case LabClient.Consumer now -> now.perSecond();
        };
        return texts.say("client.rate", number(perSecond));
    }

    /// How it stands and what it saw: `reconnecting · lost 1 connection · …`.
    public String standing(LabClient client) {
        Standing standing = client.standing();
        List<String> parts = new ArrayList<>();
        parts.add(texts.say("client.state." + standing.state().name().toLowerCase(Locale.ROOT)));
        if (standing.losses() > 0) {
            parts.add(texts.say("client.losses", standing.losses()));
        }
        if (!standing.saw().isEmpty()) {
            parts.add(texts.say("client.saw", standing.saw()));
        }
        return String.join(" · ", parts);
    }

    String of(OutsideClient client) {
        return texts.say("outside.detail", client.user(), client.node(), client.channels(),
                texts.say("outside.state." + client.state()));
    }

    String counters(OutsideClient client) {
        return texts.say("outside.counts", client.counts().published(), client.counts().confirmed(),
                client.counts().delivered(), client.counts().settled());
    }

    private static String number(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.format(Locale.ROOT, "%.1f", number);
    }
}
