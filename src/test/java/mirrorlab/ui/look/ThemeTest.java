package mirrorlab.ui.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javafx.scene.paint.Color;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The colours of replicas, for eyes of every kind (`ux.md` 3.1).
class ThemeTest {
    private static final List<String> MEANINGS = List.of("master", "synchronised", "unsynchronised", "down");
    /// Machado, Oliveira and Fernandes 2009, full severity, for linear light.
    private static final double[][] PROTAN = {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216},
            {-0.003882, -0.048116, 1.051998}};
    private static final double[][] DEUTAN = {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413},
            {-0.011820, 0.042940, 0.968881}};
    private static final double[][] TRITAN = {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602},
            {0.004733, 0.691367, 0.303900}};
    private static final double[][] PLAIN = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    @ParameterizedTest
    @EnumSource(Theme.class)
    void meanings_are_told_apart_by_every_kind_of_eye(Theme theme) {
        Palette palette = Palette.of(theme);
        for (double[][] eye : List.of(PLAIN, PROTAN, DEUTAN, TRITAN)) {
            for (String one : MEANINGS) {
                for (String other : MEANINGS) {
                    if (!one.equals(other)) {
                        assertThat(distance(seen(palette.get(one), eye), seen(palette.get(other), eye)))
                                .as("%s against %s in %s", one, other, theme).isGreaterThanOrEqualTo(24.5);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void glyphs_stand_out_from_the_background(Theme theme) {
        Palette palette = Palette.of(theme);
        for (String name : List.of("master", "synchronised", "unsynchronised", "stopped-dash", "down", "lost",
                "past-edge")) {
            assertThat(contrast(palette.get(name), palette.get("background"))).as("%s in %s", name, theme)
                    .isGreaterThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void text_can_be_read_on_everything_it_stands_on(Theme theme) {
        Palette palette = Palette.of(theme);
        for (String ground : List.of("background", "selected", "card", "card-running", "warning-card", "past")) {
            assertThat(contrast(palette.get("text"), palette.get(ground))).as("text on %s in %s", ground, theme)
                    .isGreaterThanOrEqualTo(7);
        }
        for (String ground : List.of("background", "selected", "card", "card-running", "warning-card")) {
            assertThat(contrast(palette.get("text-quiet"), palette.get(ground)))
                    .as("quiet text on %s in %s", ground, theme)
                    .isGreaterThanOrEqualTo(4.5);
        }
        assertThat(contrast(palette.get("bad"), palette.get("background"))).isGreaterThanOrEqualTo(4.5);
        assertThat(contrast(palette.get("on-badge"), palette.get("badge"))).isGreaterThanOrEqualTo(4.5);
        assertThat(contrast(palette.get("on-badge-red"), palette.get("badge-red"))).isGreaterThanOrEqualTo(4.5);
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void both_themes_have_the_same_names(Theme theme) {
        assertThat(Palette.of(theme).all().keySet()).isEqualTo(Palette.of(theme.other()).all().keySet());
    }

    private static double[] linear(Color colour) {
        return new double[]{linear(colour.getRed()), linear(colour.getGreen()), linear(colour.getBlue())};
    }

    private static double linear(double channel) {
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }

    private static double[] seen(Color colour, double[][] eye) {
        double[] light = linear(colour);
        double[] seen = new double[3];
        for (int row = 0; row < 3; row++) {
            double sum = eye[row][0] * light[0] + eye[row][1] * light[1] + eye[row][2] * light[2];
            seen[row] = Math.clamp(sum, 0, 1);
        }
        return seen;
    }

    private static double contrast(Color one, Color other) {
        double first = luminance(linear(one));
        double second = luminance(linear(other));
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(double[] light) {
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    }

    /// CIE76.
    private static double distance(double[] one, double[] other) {
        double[] a = lab(one);
        double[] b = lab(other);
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }

    private static double[] lab(double[] light) {
        double x = f((0.4124564 * light[0] + 0.3575761 * light[1] + 0.1804375 * light[2]) / 0.95047);
        double y = f(luminance(light));
        double z = f((0.0193339 * light[0] + 0.1191920 * light[1] + 0.9503041 * light[2]) / 1.08883);
        return new double[]{116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double f(double t) {
        return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
    }
}
