package mirrorlab.lab.ledger;

import java.util.List;
import java.util.Locale;

/// One numbered rule of how mirrored queues behave, as the project carries it in `rules/F-01.json`.
///
/// @param number
///            such as `F-01`
/// @param scenarios
///            recorded or shipped scenarios that hold it, by file name without ending
/// @param tests
///            test classes that hold it, without the package `mirrorlab`
public record Rule(String number, String english, String chinese, List<String> scenarios, List<String> tests) {

    public String sentence(Locale locale) {
        return locale.getLanguage().equals(Locale.CHINESE.getLanguage()) ? chinese : english;
    }
}
