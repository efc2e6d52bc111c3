package mirrorlab.ui.look;

import mirrorlab.lab.Texts;

/// The languages of the window.
public enum Language {
    ENGLISH, CHINESE;

    public Texts texts() {
        return switch (this) {
            case ENGLISH -> Texts.english();
            case CHINESE -> Texts.chinese();
        };
    }

    public Language other() {
        return this == ENGLISH ? CHINESE : ENGLISH;
    }
}
