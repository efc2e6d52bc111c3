/// The window: views, view models and painters. It draws folds of the recording and sends steps to the lab, nothing else.
///
/// One {@link mirrorlab.ui.Desk} is what all views of a window share. Once a frame the desk's {@link
/// mirrorlab.ui.timeline.Timeline} takes what arrived in the recording and folds it; views are told at most once a frame that
/// the moment they show has changed, turn it into a small view model, and repaint only when that differs from the last.
/// Nothing here waits for a node, and no event costs a trip to the JavaFX thread of its own.
@NullMarked
package mirrorlab.ui;

import org.jspecify.annotations.NullMarked;
