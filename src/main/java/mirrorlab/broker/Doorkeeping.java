package mirrorlab.broker;

import mirrorlab.metadata.MetadataState;
import mirrorlab.metadata.PasswordHash;
import mirrorlab.metadata.User;

/// Who may come in, and where.
final class Doorkeeping {
    private Doorkeeping() {}

    static AdminReply logIn(MetadataState state, String name, String password) {
        User user = state.user(name);
        return user != null && PasswordHash.matches(user.passwordHash(), password)
                ? new AdminReply.LoggedIn(user.name(), user.tags())
                : new AdminReply.Refused("access_refused", "user '" + name + "' - invalid credentials");
    }

    static AdminReply open(MetadataState state, String user, String vhost) {
        if (!state.hasVhost(vhost)) {
            return new AdminReply.Refused("not_allowed", "vhost " + vhost + " not found");
        }
        return state.permissions(user, vhost) == null
                ? new AdminReply.Refused("not_allowed",
                        "access to vhost '" + vhost + "' refused for user '" + user + "'")
                : new AdminReply.Done("");
    }
}
