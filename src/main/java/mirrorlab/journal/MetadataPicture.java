package mirrorlab.journal;

import java.util.Comparator;
import java.util.List;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// What the cluster knows of exchanges, bindings and accounts, and whether all its nodes know the same (M-01).
///
/// @param teller the node whose view this is: of those that live the one that started first; null when none told anything
/// @param exchanges in order of name, the default ones included
/// @param bindings in order of source, destination, key and arguments; without those of the default exchange, to which
///        every queue is bound by its name (M-02)
/// @param same living nodes that know the same, the teller included
/// @param different living nodes that know something else
public record MetadataPicture(@Nullable NodeName teller, List<ExchangePicture> exchanges, List<Binding> bindings,
        List<String> vhosts, List<UserPicture> users, List<PermissionPicture> permissions, List<NodeName> same,
        List<NodeName> different) {
    static final Comparator<Binding> ORDER = Comparator.comparing(Binding::source).thenComparing(Binding::toQueue)
            .thenComparing(Binding::destination).thenComparing(Binding::routingKey)
            .thenComparing(each -> Json.write(each.arguments()));
    static final MetadataPicture NOTHING = new MetadataPicture(null, List.of(), List.of(), List.of(), List.of(),
            List.of(), List.of(), List.of());
}
