package mirrorlab.content;

/// Bytes that are not what they should be; the message says in one sentence what is wrong. Values that cannot be written are it,
/// too.
@SuppressWarnings("serial")
public final class MalformedContent extends RuntimeException {
    public MalformedContent(String sentence) {
        super(sentence, null, false, false);
    }
}
