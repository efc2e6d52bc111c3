package mirrorlab.ui.panels;

/// One line of the scenario.
///
/// @param number counted from 1, as people do
/// @param comment the scenario's own remark, shown for the step that comes and the one that was played last
/// @param result a sentence, or empty when the step was not played or went as expected and says nothing new
public record StepLine(int number, String text, Mark mark, String result, String comment, boolean current) {

    public enum Mark {
        NONE, RUNNING, HELD, FAILED
    }
}
