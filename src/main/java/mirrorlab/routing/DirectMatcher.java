package mirrorlab.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mirrorlab.vocabulary.Binding;

/// The routing key is the binding's.
final class DirectMatcher implements Matcher {
    private final Map<String, Map<Binding, Target>> byKey = new LinkedHashMap<>();

    @Override
    public void add(Binding binding) {
        byKey.computeIfAbsent(binding.routingKey(), unused -> new LinkedHashMap<>()).put(binding, Target.of(binding));
    }

    @Override
    public void remove(Binding binding) {
        byKey.computeIfPresent(binding.routingKey(), (key, same) -> {
            same.remove(binding);
            return same.isEmpty() ? null : same;
        });
    }

    @Override
    public void match(String routingKey, Supplier<Map<String, Object>> headers, Consumer<Target> found) {
        Map<Binding, Target> same = byKey.get(routingKey);
        if (same != null) {
            same.values().forEach(found);
        }
    }
}
