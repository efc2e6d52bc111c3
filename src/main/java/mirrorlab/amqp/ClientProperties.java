package mirrorlab.amqp;

import java.util.Map;
import java.util.TreeMap;

/// What a client says of itself in connection.start-ok, cut down to what lists show: texts, and the capabilities that it has
/// or has not. A client cannot make a node keep more.
final class ClientProperties {
    private static final int MOST = 32;
    private static final int LONGEST = 255;
    private static final String CAPABILITIES = "capabilities";

    private ClientProperties() {}

    static Map<String, Object> shown(Map<String, Object> said) {
        var shown = new TreeMap<String, Object>();
        said.forEach((key, value) -> {
            if (shown.size() < MOST && key.length() <= LONGEST) {
                if (key.equals(CAPABILITIES) && value instanceof Map<?, ?> capabilities) {
                    shown.put(key, truths(capabilities));
                } else if (value != null && !(value instanceof Map<?, ?>)) {
                    var text = value.toString();
                    shown.put(key, text.substring(0, Math.min(text.length(), LONGEST)));
                }
            }
        });
        return shown;
    }

    private static Map<String, Object> truths(Map<?, ?> capabilities) {
        var truths = new TreeMap<String, Object>();
        capabilities.forEach((key, value) -> {
            if (truths.size() < MOST && value instanceof Boolean && key.toString().length() <= LONGEST) {
                truths.put(key.toString(), value);
            }
        });
        return truths;
    }
}
