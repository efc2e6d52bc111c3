package mirrorlab.ui;

/// One sentence for the line at the bottom of the window.
///
/// @param isUnderWay
///            nobody knows yet whether it is well
public record Notice(boolean ok, String text, boolean isUnderWay) {

    public Notice(boolean ok, String text) {
        this(ok, text, false);
    }

    static Notice underWay(String text) {
        return new Notice(true, text, true);
    }
}
