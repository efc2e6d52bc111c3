package mirrorlab.policy;

/// What a full queue does.
public enum Overflow {
    DROP_HEAD, REJECT_PUBLISH, REJECT_PUBLISH_DLX;

    /// `drop-head` for what is not one of the others.
    static Overflow of(String value) {
        return "reject-publish".equals(value)
                ? REJECT_PUBLISH
                : "reject-publish-dlx".equals(value) ? REJECT_PUBLISH_DLX : DROP_HEAD;
    }
}
