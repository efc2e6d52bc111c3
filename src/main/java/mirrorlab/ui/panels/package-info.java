/// What stands around the stage: the scenario, the clients, why it happened, and the account of the selected queue.
@NullMarked
package mirrorlab.ui.panels;

import org.jspecify.annotations.NullMarked;
