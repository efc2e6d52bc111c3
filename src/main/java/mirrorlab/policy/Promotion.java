package mirrorlab.policy;

/// Whether an unsynchronised mirror may be promoted: `ha-promote-on-shutdown` (F-08) or `ha-promote-on-failure` (F-04).
///
/// @param isDefault
///            the policy does not say it
public record Promotion(boolean always, boolean isDefault) {
    /// The value as a policy says it.
    public String text() {
        return always ? "always" : "when-synced";
    }
}
