package mirrorlab.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mirrorlab.vocabulary.Binding;

/// Every binding matches.
final class FanoutMatcher implements Matcher {
    private final Map<Binding, Target> all = new LinkedHashMap<>();

    @Override
    public void add(Binding binding) {
        all.put(binding, Target.of(binding));
    }

    @Override
    public void remove(Binding binding) {
        all.remove(binding);
    }

    @Override
    public void match(String routingKey, Supplier<Map<String, Object>> headers, Consumer<Target> found) {
        all.values().forEach(found);
    }
}
