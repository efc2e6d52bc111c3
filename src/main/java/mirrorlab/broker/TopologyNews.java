package mirrorlab.broker;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ExchangePicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.PermissionPicture;
import mirrorlab.journal.UserPicture;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.MetadataState;
import mirrorlab.metadata.Permissions;
import mirrorlab.metadata.User;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import org.jspecify.annotations.Nullable;

/// What the journal is told of exchanges, bindings and accounts. Never a password, nor what is made of one.
final class TopologyNews {
    private TopologyNews() {}

    /// All that a node knows as it comes in.
    static Happening known(MetadataState state) {
        return new Happening.MetadataKnown(state.exchanges().stream().map(each -> picture(each, state)).toList(),
                state.bindings(), state.vhosts(), state.users().stream().map(TopologyNews::picture).toList(),
                state.permissions().stream().map(TopologyNews::picture).toList());
    }

    /// @param changes each as if it had been asked for alone
    static List<Happening> of(List<MetadataChange> changes, MetadataState state) {
        return changes.stream().<Happening>mapMulti((change, out) -> {
            switch (change) {
                case MetadataChange.ExchangeDeclared(Exchange exchange) ->
                    out.accept(new Happening.ExchangeRecorded(picture(exchange, state)));
                case MetadataChange.ExchangeDeleted(ExchangeName exchange, boolean unused) ->
                    out.accept(new Happening.ExchangeRemoved(exchange));
                case MetadataChange.Bound(Binding binding) -> out.accept(new Happening.Bound(binding));
                case MetadataChange.Unbound(Binding binding) -> out.accept(new Happening.Unbound(binding));
                default -> {
                }
            }
        }).toList();
    }

    /// A change of the accounts, which had an effect.
    static Optional<Happening> of(MetadataChange change) {
        return Optional.ofNullable(switch (change) {
            case MetadataChange.VhostAdded(String vhost) -> new Happening.VhostRecorded(vhost);
            case MetadataChange.VhostDeleted(String vhost) -> new Happening.VhostRemoved(vhost);
            case MetadataChange.UserPut(User user) -> new Happening.UserRecorded(picture(user));
            case MetadataChange.UserDeleted(String user) -> new Happening.UserRemoved(user);
            case MetadataChange.PermissionsSet(Permissions permissions) ->
                new Happening.PermissionsRecorded(picture(permissions));
            case MetadataChange.PermissionsCleared(String user, String vhost) ->
                new Happening.PermissionsRemoved(user, vhost);
            default -> null;
        });
    }

    private static ExchangePicture picture(Exchange exchange, MetadataState state) {
        @Nullable
        ExchangeName alternate = state.alternate(exchange);
        return new ExchangePicture(exchange, alternate == null ? null : alternate.name());
    }

    private static UserPicture picture(User user) {
        return new UserPicture(user.name(), user.tags());
    }

    private static PermissionPicture picture(Permissions given) {
        return new PermissionPicture(given.user(), given.vhost(), given.configure(), given.write(), given.read());
    }
}
