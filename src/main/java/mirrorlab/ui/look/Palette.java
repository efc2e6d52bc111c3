package mirrorlab.ui.look;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.scene.paint.Color;

/// A theme's named colours as its style sheet has them, for what is painted on a canvas. Names are those of the sheet without
/// `-lab-`.
public final class Palette {
    private static final Pattern COLOUR = Pattern.compile("-lab-([a-z-]+):\\s*(#[0-9A-Fa-f]{6})\\s*;");
    /// Painters ask in every frame.
    private static final Map<Theme, Palette> READ = new ConcurrentHashMap<>();
    private final Map<String, Color> colours;

    private Palette(Map<String, Color> colours) {
        this.colours = colours;
    }

    public static Palette of(Theme theme) {
        return READ.computeIfAbsent(theme, Palette::read);
    }

    private static Palette read(Theme theme) {
        try (InputStream sheet = Palette.class.getResourceAsStream(theme.colours())) {
            if (sheet == null) {
                throw new IllegalStateException(
                        "the style sheet " + theme.colours() + " is missing from the class path");
            }
            Map<String, Color> colours = new LinkedHashMap<>();
            Matcher found = COLOUR.matcher(new String(sheet.readAllBytes(), StandardCharsets.UTF_8));
            while (found.find()) {
                colours.put(found.group(1), Color.web(found.group(2)));
            }
            return new Palette(colours);
        } catch (IOException e) {
            throw new UncheckedIOException("the style sheet " + theme.colours() + " cannot be read", e);
        }
    }

    public Color get(String name) {
        Color colour = colours.get(name);
        if (colour == null) {
            throw new IllegalArgumentException("the theme has no colour named " + name);
        }
        return colour;
    }

    public Map<String, Color> all() {
        return colours;
    }
}
