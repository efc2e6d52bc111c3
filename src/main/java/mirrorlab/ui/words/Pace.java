package mirrorlab.ui.words;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import mirrorlab.lab.Texts;

/// How fast things go, in words: `1/10 of real`, `real`.
public final class Pace {
    /// Speeds this near to real are real.
    private static final double REAL = 0.95;

    private Pace() {}

    public static boolean isReal(double speed) {
        return speed >= REAL;
    }

    public static String word(Texts texts, double speed) {
        return isReal(speed) ? texts.say("pace.real") : texts.say("pace.part", share(speed));
    }

    /// `1/10`, where there is little room.
    public static String brief(Texts texts, double speed) {
        return isReal(speed) ? texts.say("pace.real") : texts.say("pace.brief", share(speed));
    }

    private static String share(double speed) {
        return new DecimalFormat("0.#", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(1 / speed);
    }
}
