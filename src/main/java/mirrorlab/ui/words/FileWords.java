package mirrorlab.ui.words;

import mirrorlab.lab.Texts;
import mirrorlab.lab.config.BadFile;

/// What is wrong with a file that was to be opened. What was found and what was expected are quoted as the file's form has
/// them, with its English names.
public record FileWords(Texts texts) {

    public String say(Throwable fault) {
        if (!(fault instanceof BadFile bad)) {
            return String.valueOf(fault.getMessage());
        }
        return bad.line() > 0
                ? texts.say("badfile.at", bad.file(), String.valueOf(bad.line()), String.valueOf(bad.column()),
                        bad.found(), bad.expected())
                : texts.say("badfile", bad.file(), bad.found(), bad.expected());
    }
}
