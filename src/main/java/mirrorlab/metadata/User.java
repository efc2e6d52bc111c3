package mirrorlab.metadata;

import java.util.List;
import mirrorlab.vocabulary.Bytes;

/// An account of the cluster.
///
/// @param passwordHash as {@link PasswordHash} makes it; empty when nobody can log in by a password
/// @param tags `administrator`, `monitoring`, `policymaker`, `management` and others
public record User(String name, Bytes passwordHash, List<String> tags) {
    @Override
    public String toString() {
        return "user '" + name + "'";
    }
}
