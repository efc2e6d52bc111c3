package mirrorlab.ui.words;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.ResourceBundle;
import mirrorlab.ui.look.Language;

/// The sentences of the rules, from the bundle `rules/rules`.
public final class RuleTexts {
    private RuleTexts() {
    }

    public static Optional<String> sentence(String rule, Language language) {
        Locale locale = language == Language.CHINESE ? Locale.SIMPLIFIED_CHINESE : Locale.ROOT;
        try {
            ResourceBundle rules = ResourceBundle.getBundle("rules.rules", locale,
                    ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
            return Optional.of(rules.getString(rule));
        } catch (MissingResourceException e) {
            return Optional.empty();
        }
    }
}
