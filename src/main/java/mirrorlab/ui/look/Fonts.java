package mirrorlab.ui.look;

import java.util.List;
import java.util.regex.Pattern;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/// Type: the first family of a list that this system has. Asked once, on the JavaFX thread.
public final class Fonts {
    private static final List<String> LATIN = List.of("Inter", "Segoe UI", "SF Pro Text", "Helvetica Neue", "Noto Sans",
            "Open Sans", "Roboto", "Ubuntu", "Cantarell", "Liberation Sans", "Nimbus Sans", "DejaVu Sans");
    private static final List<String> CHINESE = List.of("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC",
            "Microsoft YaHei UI", "Microsoft YaHei", "PingFang SC", "Hiragino Sans GB", "WenQuanYi Micro Hei",
            "WenQuanYi Zen Hei", "Droid Sans Fallback", "SimSun");
    private static final List<String> FIXED = List.of("JetBrains Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas",
            "Noto Sans Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", "Liberation Mono");
    /// Other families with Chinese letters, which the system then takes for what the chosen one lacks.
    private static final Pattern CJK = Pattern.compile(
            "(?i)\\bCJK\\b|Source Han|Sarasa|Hei(ti)?\\b|Song(ti)?\\b|SimSun|Kai(ti)?\\b|PingFang|DengXian|WenQuanYi|AR PL|Fallback");
    private static final List<String> FAMILIES = List.copyOf(Font.getFamilies());

    private Fonts() {}

    /// The family for running text in this language.
    public static String text(Language language) {
        return switch (language) {
            case ENGLISH -> first(LATIN, "System");
            case CHINESE -> first(CHINESE, first(LATIN, "System"));
        };
    }

    public static String fixed() {
        return first(FIXED, "Monospaced");
    }

    /// The family for tables of plain text. With Chinese text in them columns stand only where ideographs are twice as wide as
    /// letters.
    public static String fixed(Language language) {
        return language == Language.CHINESE
                ? first(List.of("Noto Sans Mono CJK SC", "Sarasa Mono SC"), fixed())
                : fixed();
    }

    /// Without one, Chinese text would be drawn as boxes.
    public static boolean hasChinese() {
        return hasChinese(FAMILIES);
    }

    /// @param families those that a system has
    static boolean hasChinese(List<String> families) {
        return CHINESE.stream().anyMatch(families::contains)
                || families.stream().anyMatch(each -> CJK.matcher(each).find());
    }

    public static Font regular(Language language, double size) {
        return Font.font(text(language), size);
    }

    public static Font bold(Language language, double size) {
        return Font.font(text(language), FontWeight.BOLD, size);
    }

    /// About how wide a text is; cheap enough for every frame.
    public static double width(String text, Font font) {
        double widths = text.codePoints().mapToDouble(Fonts::share).sum();
        return widths * font.getSize() * (font.getStyle().contains("Bold") ? 1.05 : 1);
    }

    /// Of the font's size.
    private static double share(int character) {
        if (character >= 0x2E80) {
            return 1;
        }
        return switch (character) {
            case 'i', 'j', 'l', '.', ',', ':', ';', '\'', '|', ' ', '·' -> 0.28;
            case 'f', 't', 'r', '(', ')', '-', '/' -> 0.34;
            case 'm', 'w', 'M', 'W', '…' -> 0.86;
            default -> 0.56;
        };
    }

    private static String first(List<String> wanted, String otherwise) {
        return wanted.stream().filter(FAMILIES::contains).findFirst().orElse(otherwise);
    }
}
