package mirrorlab.lab;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;
import mirrorlab.lab.ledger.Sentence;

/// The product's words in one language, from the bundle `fxml/i18n/messages`.
public final class Texts {
    private final ResourceBundle bundle;
    private final Locale locale;

    private Texts(Locale locale) {
        this.locale = locale;
        bundle = ResourceBundle.getBundle("fxml.i18n.messages", locale,
                ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
    }

    public static Texts english() {
        return new Texts(Locale.ROOT);
    }

    public static Texts chinese() {
        return new Texts(Locale.SIMPLIFIED_CHINESE);
    }

    public ResourceBundle bundle() {
        return bundle;
    }

    public String say(String key, Object... values) {
        return new MessageFormat(bundle.getString(key), locale).format(values);
    }

    public String say(Sentence sentence) {
        return say(sentence.key(), sentence.values().toArray());
    }
}
