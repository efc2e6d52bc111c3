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

    public boolean isChinese() {
        return locale.equals(Locale.SIMPLIFIED_CHINESE);
    }

    /// What a file says in both languages; the English when it says no Chinese.
    public String choose(String english, String chinese) {
        return isChinese() && !chinese.isBlank() ? chinese : english;
    }

    public String say(String key, Object... values) {
        return new MessageFormat(bundle.getString(key), locale).format(values);
    }

    /// A value that is a sentence itself is said in the same language.
    public String say(Sentence sentence) {
        return say(sentence.key(),
                sentence.values().stream().map(each -> each instanceof Sentence part ? say(part) : each).toArray());
    }
}
