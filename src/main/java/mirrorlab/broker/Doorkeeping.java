package mirrorlab.broker;

import java.util.List;
import mirrorlab.broker.AdminReply.ConnectionView;
import mirrorlab.metadata.MetadataState;
import mirrorlab.metadata.PasswordHash;
import mirrorlab.metadata.User;
import org.jspecify.annotations.Nullable;

/// Who may come in, and where. Connections and channels are limited in the whole cluster: when there is a limit, every
/// node is asked for its own, and one that does not answer in time counts nothing.
final class Doorkeeping {
    private static final String CONNECTIONS = "max-connections";
    private static final String CHANNELS = "max-channels";

    private Doorkeeping() {}

    static AdminReply logIn(MetadataState state, String name, String password) {
        User user = state.user(name);
        return user != null && PasswordHash.matches(user.passwordHash(), password)
                ? new AdminReply.LoggedIn(user.name(), user.tags())
                : new AdminReply.Refused("access_refused", "user '" + name + "' - invalid credentials");
    }

    /// Whether connections have to be counted before {@link #open}.
    static boolean isCounted(MetadataState state, AdminCommand.OpenVhost open) {
        return state.limit(false, open.vhost(), CONNECTIONS) != null
                || state.limit(true, open.user(), CONNECTIONS) != null;
    }

    static boolean isCounted(MetadataState state, AdminCommand.OpenChannel open) {
        return state.limit(true, open.user(), CHANNELS) != null;
    }

    /// In the order of 3.10.8: the virtual host's limit, the user's, the permissions.
    ///
    /// @param now the connections of the cluster; empty when they need not be counted
    static AdminReply open(MetadataState state, AdminCommand.OpenVhost open, List<ConnectionView> now) {
        String user = open.user();
        String vhost = open.vhost();
        if (!state.hasVhost(vhost)) {
            return refused("vhost " + vhost + " not found");
        }
        Long ofVhost = state.limit(false, vhost, CONNECTIONS);
        if (isReached(ofVhost, now.stream().filter(each -> each.vhost().equals(vhost)).count())) {
            return refused("access to vhost '" + vhost + "' refused for user '" + user + "': connection limit ("
                    + ofVhost + ") is reached");
        }
        Long ofUser = state.limit(true, user, CONNECTIONS);
        if (isReached(ofUser, now.stream().filter(each -> each.user().equals(user)).count())) {
            return refused("connection refused for user '" + user + "': user connection limit (" + ofUser
                    + ") is reached");
        }
        return state.permissions(user, vhost) == null
                ? refused("access to vhost '" + vhost + "' refused for user '" + user + "'")
                : new AdminReply.Done("");
    }

    /// @param now the connections of the cluster; empty when they need not be counted
    static AdminReply open(MetadataState state, AdminCommand.OpenChannel open, List<ConnectionView> now) {
        Long limit = state.limit(true, open.user(), CHANNELS);
        long channels = now.stream().filter(each -> each.user().equals(open.user()))
                .mapToLong(each -> each.channels().size()).sum();
        return isReached(limit, channels)
                ? refused("number of channels opened for user '" + open.user()
                        + "' has reached the maximum allowed user limit of (" + limit + ")")
                : new AdminReply.Done("");
    }

    private static boolean isReached(@Nullable Long limit, long count) {
        return limit != null && count >= limit;
    }

    private static AdminReply refused(String text) {
        return new AdminReply.Refused("not_allowed", text);
    }
}
