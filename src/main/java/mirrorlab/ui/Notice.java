package mirrorlab.ui;

/// One sentence for the line at the bottom of the window.
public record Notice(boolean ok, String text) {}
