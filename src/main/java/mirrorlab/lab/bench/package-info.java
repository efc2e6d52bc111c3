/// Measurements of the whole program, each printed beside its target and what the real RabbitMQ 3.10.8 did on two
/// cores: {@link mirrorlab.lab.bench.StartBench}, {@link mirrorlab.lab.bench.FailoverBench},
/// {@link mirrorlab.lab.bench.PublishBench}, {@link mirrorlab.lab.bench.SyncBench}; the window's frames are
/// measured in room ui, with {@link mirrorlab.lab.bench.Traffic} from here. Clients are RabbitMQ's own.
@NullMarked
package mirrorlab.lab.bench;

import org.jspecify.annotations.NullMarked;
