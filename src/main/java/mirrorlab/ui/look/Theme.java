package mirrorlab.ui.look;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;

/// The two looks of the window. Light is the default because projectors wash out dark areas.
public enum Theme {
    LIGHT, DARK;

    /// The style sheet with this theme's named colours, on the class path.
    public String colours() {
        return "/fxml/css/theme-" + name().toLowerCase(java.util.Locale.ROOT) + ".css";
    }

    /// The style sheet of the controls, as a URL.
    public String controls() {
        return switch (this) {
            case LIGHT -> new PrimerLight().getUserAgentStylesheet();
            case DARK -> new PrimerDark().getUserAgentStylesheet();
        };
    }

    public Theme other() {
        return this == LIGHT ? DARK : LIGHT;
    }
}
