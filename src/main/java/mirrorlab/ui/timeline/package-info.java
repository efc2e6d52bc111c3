/// Time: the moment that is shown, the marks on the scrub bar and the list of events.
@NullMarked
package mirrorlab.ui.timeline;

import org.jspecify.annotations.NullMarked;
