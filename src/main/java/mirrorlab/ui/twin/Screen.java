package mirrorlab.ui.twin;

import mirrorlab.ui.timeline.Moment;

/// What the pages draw.
///
/// @param nowMillis
///            since 1970; in the past the time of the moment, so that what was idle then is idle again
/// @param minute
///            what the charts are made of
public record Screen(Moment moment, Rates rates, Minute minute, long nowMillis, boolean past) {}
