package mirrorlab.ui.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import mirrorlab.lab.Texts;
import mirrorlab.lab.config.BadFile;
import org.junit.jupiter.api.Test;

/// Files that cannot be opened, in both languages.
class FileWordsTest {
    private final BadFile at = new BadFile("it's {0}.json", 4, 1200, "\"three\"", "a whole number");
    private final BadFile whole = new BadFile("a.json", 0, 0, "no such file", "a JSON file");

    @Test
    void in_english_they_are_what_the_terminal_says() {
        FileWords words = new FileWords(Texts.english());
        assertThat(words.say(at)).isEqualTo(at.getMessage());
        assertThat(words.say(whole)).isEqualTo(whole.getMessage());
        assertThat(words.say(new IOException("no room"))).isEqualTo("no room");
    }

    @Test
    void in_chinese_the_place_is_told_in_chinese() {
        FileWords words = new FileWords(Texts.chinese());
        assertThat(words.say(at)).isEqualTo("it's {0}.json 第 4 行第 1200 列：得到 \"three\"，应为 a whole number");
        assertThat(words.say(whole)).isEqualTo("a.json：得到 no such file，应为 a JSON file");
    }
}
