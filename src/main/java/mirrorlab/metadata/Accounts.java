package mirrorlab.metadata;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// Virtual hosts, users, what these may do in those (M-01), and the limits of both.
final class Accounts {
    private static final String FIRST_VHOST = "/";
    private static final String FIRST_USER = "guest";
    private final Set<String> vhosts = new TreeSet<>();
    private final Map<String, User> users = new TreeMap<>();
    private final Map<Key, Permissions> permissions = new TreeMap<>();

    private final Limits limits = new Limits();

    private record Key(String user, String vhost) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byUser = user.compareTo(other.user);
            return byUser == 0 ? vhost.compareTo(other.vhost) : byUser;
        }
    }

    /// A new cluster has one virtual host and one user, whose password everybody knows.
    Accounts() {
        vhosts.add(FIRST_VHOST);
        users.put(FIRST_USER, new User(FIRST_USER,
                PasswordHash.of(FIRST_USER, Bytes.of(new byte[PasswordHash.SALT])), List.of("administrator")));
        set(new Permissions(FIRST_USER, FIRST_VHOST, ".*", ".*", ".*"));
    }

    void restore(MetadataSnapshot from) {
        vhosts.clear();
        users.clear();
        permissions.clear();
        vhosts.addAll(from.vhosts());
        from.users().forEach(each -> users.put(each.name(), each));
        from.permissions().forEach(each -> permissions.put(new Key(each.user(), each.vhost()), each));
        limits.restore(from.limits());
    }

    /// To ask and to clear; to set, {@link #set(Limit)}.
    Limits limits() {
        return limits;
    }

    List<String> vhosts() {
        return List.copyOf(vhosts);
    }

    boolean hasVhost(String vhost) {
        return vhosts.contains(vhost);
    }

    List<User> users() {
        return List.copyOf(users.values());
    }

    @Nullable
    User user(String name) {
        return users.get(name);
    }

    List<Permissions> permissions() {
        return List.copyOf(permissions.values());
    }

    @Nullable
    Permissions permissions(String user, String vhost) {
        return permissions.get(new Key(user, vhost));
    }

    boolean add(String vhost) {
        return vhosts.add(vhost);
    }

    boolean remove(String vhost) {
        permissions.keySet().removeIf(each -> each.vhost().equals(vhost));
        limits.holderGone(false, vhost);
        return vhosts.remove(vhost);
    }

    boolean put(User user) {
        User once = new User(user.name(), user.passwordHash(), List.copyOf(new LinkedHashSet<>(user.tags())));
        return !once.equals(users.put(user.name(), once));
    }

    boolean removeUser(String name) {
        permissions.keySet().removeIf(each -> each.user().equals(name));
        limits.holderGone(true, name);
        return users.remove(name) != null;
    }

    /// Nothing for a user or a virtual host that is not there.
    boolean set(Permissions given) {
        return users.containsKey(given.user()) && vhosts.contains(given.vhost())
                && !given.equals(permissions.put(new Key(given.user(), given.vhost()), given));
    }

    /// Nothing for a holder that is not there.
    boolean set(Limit limit) {
        return (limit.ofUser() ? users.containsKey(limit.holder()) : vhosts.contains(limit.holder()))
                && limits.set(limit);
    }

    boolean clear(String user, String vhost) {
        return permissions.remove(new Key(user, vhost)) != null;
    }
}
