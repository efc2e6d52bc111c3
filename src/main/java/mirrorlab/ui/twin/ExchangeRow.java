package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.ExchangePicture;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import org.jspecify.annotations.Nullable;

/// One line of the list of exchanges.
///
/// @param policy
///            of the highest priority that matches its name
public record ExchangeRow(ExchangeName exchange, String type, List<Feature> features, @Nullable String policy,
        ExchangeRate rate) {

    /// `(AMQP default)` for the one without a name, as the real screen writes it.
    public String name() {
        return exchange.isDefault() ? "(AMQP default)" : exchange.name();
    }

    /// It is there in every virtual host and cannot be deleted.
    public boolean isStandard() {
        return exchange.isDefault() || exchange.name().startsWith("amq.");
    }

    public boolean isInternal() {
        return features.stream().anyMatch(each -> each.letters().equals("I"));
    }

    /// In order of virtual host and name.
    public static List<ExchangeRow> of(Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        return picture.metadata().exchanges().stream().map(each -> of(each,
                Definition.policy(each.exchange().name(), picture).map(Happening.PolicySet::name).orElse(null),
                screen.rates().of(each.exchange().name()))).toList();
    }

    private static ExchangeRow of(ExchangePicture picture, @Nullable String policy, ExchangeRate rate) {
        Exchange exchange = picture.exchange();
        List<Feature> features = new ArrayList<>();
        if (exchange.durable()) {
            features.add(new Feature("D", "durable", "true"));
        }
        if (exchange.autoDelete()) {
            features.add(new Feature("AD", "auto-delete", "true"));
        }
        if (exchange.internal()) {
            features.add(new Feature("I", "internal", "true"));
        }
        String alternate = picture.alternate();
        if (alternate != null) {
            features.add(new Feature("AE", "alternate-exchange", alternate));
        }
        Map<String, Object> others = new TreeMap<>(exchange.arguments());
        others.remove("alternate-exchange");
        if (!others.isEmpty()) {
            features.add(new Feature("Args", "arguments", String.join(", ",
                    others.entrySet().stream().map(each -> each.getKey() + ": " + Definition.value(each.getValue()))
                            .toList())));
        }
        return new ExchangeRow(exchange.name(), exchange.type(), List.copyOf(features), policy, rate);
    }
}
