/// The forms with which people give commands. Each form makes one step for the lab, and shows a refusal in RabbitMQ's own words.
@NullMarked
package mirrorlab.ui.forms;

import org.jspecify.annotations.NullMarked;
