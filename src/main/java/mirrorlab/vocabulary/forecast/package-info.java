/// What would become of queues if nodes ended now: the words in which a node forecasts it and the lab shows and checks it.
@NullMarked
package mirrorlab.vocabulary.forecast;

import org.jspecify.annotations.NullMarked;
