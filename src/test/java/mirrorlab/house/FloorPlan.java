package mirrorlab.house;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `floor-plan.puml` read for what the ready-made rule does not ask: which rooms and arrows it has.
final class FloorPlan {
    private static final Pattern ROOM = Pattern.compile("(?m)^\\[(\\w+)] <<");
    private static final Pattern ARROW = Pattern.compile("(?m)^\\[(\\w+)] --> \\[(\\w+)]$");

    private FloorPlan() {}

    static URL url() {
        return Objects.requireNonNull(FloorPlan.class.getResource("/floor-plan.puml"), "floor-plan.puml");
    }

    static Set<String> rooms() {
        return found(ROOM).map(each -> each.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    static Set<String> arrows() {
        return found(ARROW).map(each -> each.group(1) + " -> " + each.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static String[] packages(String... rooms) {
        return Stream.of(rooms).map(room -> "mirrorlab." + room + "..").toArray(String[]::new);
    }

    /// The second word of the package name.
    static String room(JavaClass type) {
        return List.of(type.getPackageName().split("\\.")).get(1);
    }

    private static Stream<MatchResult> found(Pattern pattern) {
        try (InputStream in = url().openStream()) {
            return pattern.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8)).results();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
