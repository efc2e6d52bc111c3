package mirrorlab.lab;

import mirrorlab.vocabulary.forecast.PolicyPreview;
import org.jspecify.annotations.Nullable;

/// What the cluster said of a policy that is not set yet.
///
/// @param preview null when it would be refused, or no node answered
/// @param refusal the cluster's own words, empty when it would be taken
public record Previewed(@Nullable PolicyPreview preview, String refusal) {
    public static final Previewed NOBODY = new Previewed(null, "");
}
