package mirrorlab.lab.scenario;

import java.util.Comparator;
import java.util.List;

/// Which known words come nearest to one that is not known, for a sentence that helps.
final class Nearest {
    /// Who typed more did not mistype one of these words.
    private static final int LONGEST = 64;

    private Nearest() {}

    /// @param most
    ///            so many of all, the nearest first; the same number of differences: in the order of `all`
    static List<String> to(String typed, List<String> all, int most) {
        String word = typed.substring(0, Math.min(typed.length(), LONGEST));
        return all.stream().sorted(Comparator.comparingInt(each -> differences(word, each))).limit(most).toList();
    }

    /// How many letters have to be put in, left out or replaced.
    private static int differences(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int k = 0; k <= other.length(); k++) {
            before[k] = k;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] now = new int[other.length() + 1];
            now[0] = i;
            for (int k = 1; k <= other.length(); k++) {
                int replaced = before[k - 1] + (one.charAt(i - 1) == other.charAt(k - 1) ? 0 : 1);
                now[k] = Math.min(replaced, 1 + Math.min(before[k], now[k - 1]));
            }
            before = now;
        }
        return before[other.length()];
    }
}
