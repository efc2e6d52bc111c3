package mirrorlab.routing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mirrorlab.vocabulary.Binding;
import org.jspecify.annotations.Nullable;

/// Words between dots: `*` stands for one word, `#` for any number of words, none included. The empty key has no words.
///
/// The patterns make a tree of words. A key is followed through it word by word with the set of places reached so far, each
/// at most once, so that no pattern costs more than words times places.
final class TopicMatcher implements Matcher {
    private final Place root = new Place("", null);
    private long round;

    /// One word of some patterns.
    private static final class Place {
        private final String word;
        private final @Nullable Place before;
        private final Map<String, Place> next = new LinkedHashMap<>();
        private final Map<Binding, Target> ending = new LinkedHashMap<>();
        /// In which round it was reached last.
        private long reached;

        Place(String word, @Nullable Place before) {
            this.word = word;
            this.before = before;
        }
    }

    @Override
    public void add(Binding binding) {
        Place place = root;
        for (String word : words(binding.routingKey())) {
            Place before = place;
            place = before.next.computeIfAbsent(word, each -> new Place(each, before));
        }
        place.ending.put(binding, Target.of(binding));
    }

    @Override
    public void remove(Binding binding) {
        Place place = root;
        for (String word : words(binding.routingKey())) {
            place = place.next.get(word);
            if (place == null) {
                return;
            }
        }
        place.ending.remove(binding);
        while (place.before != null && place.ending.isEmpty() && place.next.isEmpty()) {
            place.before.next.remove(place.word);
            place = place.before;
        }
    }

    @Override
    public void match(String routingKey, Supplier<Map<String, Object>> headers, Consumer<Target> found) {
        List<Place> reached = new ArrayList<>();
        round++;
        reach(root, reached);
        for (String word : words(routingKey)) {
            List<Place> further = new ArrayList<>();
            round++;
            for (Place each : reached) {
                if (each.word.equals("#")) {
                    reach(each, further);
                }
                reach(each.next.get(word), further);
                reach(each.next.get("*"), further);
            }
            reached = further;
        }
        reached.forEach(each -> each.ending.values().forEach(found));
    }

    /// A `#` behind the place is reached with it: it may stand for no word.
    private void reach(@Nullable Place place, List<Place> places) {
        Place each = place;
        while (each != null && each.reached != round) {
            each.reached = round;
            places.add(each);
            each = each.next.get("#");
        }
    }

    static List<String> words(String key) {
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', from)) {
            words.add(key.substring(from, dot));
            from = dot + 1;
        }
        if (!key.isEmpty()) {
            words.add(key.substring(from));
        }
        return words;
    }
}
