package mirrorlab.ui.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whether Chinese text can be read on a system.
class FontsTest {

    @ParameterizedTest
    @ValueSource(strings = {"Noto Sans CJK SC", "Noto Serif CJK SC", "Microsoft YaHei", "PingFang SC", "SimSun",
            "WenQuanYi Zen Hei", "AR PL UMing CN", "Source Han Sans CN", "KaiTi", "Droid Sans Fallback"})
    void a_family_with_chinese_letters_is_enough(String family) {
        assertThat(Fonts.hasChinese(List.of("DejaVu Sans", family))).isTrue();
    }

    @Test
    void latin_families_alone_are_not() {
        assertThat(Fonts.hasChinese(List.of("DejaVu Sans", "Inter", "Noto Sans", "Noto Mono", "Ubuntu", "Open Sans",
                "Nimbus Mono PS"))).isFalse();
        assertThat(Fonts.hasChinese(List.of())).isFalse();
    }
}
