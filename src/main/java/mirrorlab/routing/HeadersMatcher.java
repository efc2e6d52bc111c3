package mirrorlab.routing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mirrorlab.content.FieldValues;
import mirrorlab.vocabulary.Binding;

/// A binding's arguments are a pattern for the message's headers. `x-match` says whether `all` of them have to match (also when
/// it is missing) or `any` one; arguments that begin with `x-` do not count, unless it is `all-with-x` or `any-with-x`. An
/// argument without a value asks only that the header is there.
final class HeadersMatcher implements Matcher {
    private static final String MODE = "x-match";
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
        if (all.isEmpty()) {
            return;
        }
        Map<String, Object> given = headers.get();
        all.forEach((binding, target) -> {
            if (matches(binding.arguments(), given)) {
                found.accept(target);
            }
        });
    }

    static boolean matches(Map<String, Object> pattern, Map<String, Object> headers) {
        Object mode = pattern.get(MODE);
        boolean any = "any".equals(mode) || "any-with-x".equals(mode);
        boolean withX = "all-with-x".equals(mode) || "any-with-x".equals(mode);
        for (Map.Entry<String, Object> each : pattern.entrySet()) {
            String key = each.getKey();
            if (key.equals(MODE) || key.startsWith("x-") && !withX) {
                continue;
            }
            boolean same = headers.containsKey(key)
                    && (each.getValue() == null || FieldValues.areEqual(each.getValue(), headers.get(key)));
            if (same == any) {
                return any;
            }
        }
        return !any;
    }
}
