package mirrorlab.lab.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/// Message bodies written as runs: `m1, m2, m3, m7, m8` is `m1..m3, m7, m8`; three or more in sequence make a run.
public final class Runs {
    private static final int SHORTEST = 3;

    private Runs() {}

    public static List<String> of(List<String> bodies) {
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < bodies.size();) {
            int end = i + 1;
            while (end < bodies.size() && follows(bodies.get(end - 1), bodies.get(end))) {
                end++;
            }
            if (end - i >= SHORTEST) {
                runs.add(bodies.get(i) + ".." + bodies.get(end - 1));
            } else {
                runs.addAll(bodies.subList(i, end));
            }
            i = end;
        }
        return runs;
    }

    public static ArrayNode json(List<String> bodies) {
        ArrayNode runs = JsonNodeFactory.instance.arrayNode();
        of(bodies).forEach(runs::add);
        return runs;
    }

    private static boolean follows(String one, String next) {
        int digits = digitsFrom(one);
        int nextDigits = digitsFrom(next);
        if (digits == one.length() || nextDigits == next.length() || one.length() - digits > 18
                || next.length() - nextDigits > 18) {
            return false;
        }
        return one.substring(0, digits).equals(next.substring(0, nextDigits))
                && Long.parseLong(one.substring(digits)) + 1 == Long.parseLong(next.substring(nextDigits));
    }

    private static int digitsFrom(String body) {
        int from = body.length();
        while (from > 0 && Character.isDigit(body.charAt(from - 1))) {
            from--;
        }
        return from;
    }
}
