package mirrorlab.journal;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ExchangeName;
import org.jspecify.annotations.Nullable;

/// What one life of one node knows of exchanges, bindings and accounts. Changed in place by its fold alone.
final class NodeMetadata {
    final long incarnation;
    final Map<ExchangeName, ExchangePicture> exchanges = new TreeMap<>();
    final Set<Binding> bindings = new LinkedHashSet<>();
    final Set<String> vhosts = new TreeSet<>();
    final Map<String, UserPicture> users = new TreeMap<>();
    final Map<String, PermissionPicture> permissions = new TreeMap<>();
    long clock;

    NodeMetadata(long incarnation) {
        this.incarnation = incarnation;
    }

    NodeMetadata copy() {
        NodeMetadata copy = new NodeMetadata(incarnation);
        copy.exchanges.putAll(exchanges);
        copy.bindings.addAll(bindings);
        copy.vhosts.addAll(vhosts);
        copy.users.putAll(users);
        copy.permissions.putAll(permissions);
        copy.clock = clock;
        return copy;
    }

    void apply(Happening happening) {
        switch (happening) {
            case Happening.MetadataKnown now -> known(now);
            case Happening.ExchangeRecorded(ExchangePicture now) -> exchanges.put(now.exchange().name(), now);
            case Happening.ExchangeRemoved(ExchangeName exchange) -> exchanges.remove(exchange);
            case Happening.Bound(Binding binding) -> bindings.add(binding);
            case Happening.Unbound(Binding binding) -> bindings.remove(binding);
            case Happening.VhostRecorded(String vhost) -> vhosts.add(vhost);
            case Happening.VhostRemoved(String vhost) -> {
                vhosts.remove(vhost);
                permissions.values().removeIf(each -> each.vhost().equals(vhost));
            }
            case Happening.UserRecorded(UserPicture user) -> users.put(user.name(), user);
            case Happening.UserRemoved(String user) -> {
                users.remove(user);
                permissions.values().removeIf(each -> each.user().equals(user));
            }
            case Happening.PermissionsRecorded(PermissionPicture given) ->
                permissions.put(key(given.user(), given.vhost()), given);
            case Happening.PermissionsRemoved(String user, String vhost) -> permissions.remove(key(user, vhost));
            default -> {
            }
        }
    }

    private void known(Happening.MetadataKnown now) {
        exchanges.clear();
        bindings.clear();
        vhosts.clear();
        users.clear();
        permissions.clear();
        now.exchanges().forEach(each -> exchanges.put(each.exchange().name(), each));
        bindings.addAll(now.bindings());
        vhosts.addAll(now.vhosts());
        now.users().forEach(each -> users.put(each.name(), each));
        now.permissions().forEach(each -> permissions.put(key(each.user(), each.vhost()), each));
    }

    private static String key(String user, String vhost) {
        return user + "\u0000" + vhost;
    }

    boolean knowsTheSame(@Nullable NodeMetadata other) {
        return other == this || (other != null && exchanges.equals(other.exchanges) && bindings.equals(other.bindings)
                && vhosts.equals(other.vhosts) && users.equals(other.users) && permissions.equals(other.permissions));
    }
}
