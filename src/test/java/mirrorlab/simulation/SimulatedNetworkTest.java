package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import mirrorlab.node.Network;
import mirrorlab.node.LinkFaultContract;
import mirrorlab.vocabulary.NodeName;

/// The simulated network keeps the promises that the real one keeps.
class SimulatedNetworkTest extends LinkFaultContract {
    private static final long DEADLINE_MICROS = 60_000_000;
    private final Agenda agenda = new Agenda();
    private final Wires<byte[]> wires = new Wires<>(agenda, new SplittableRandom(1));

    @Override
    protected Network make(NodeName self, long incarnation) {
        return new SimulatedNetwork(wires, self, incarnation);
    }

    @Override
    protected void crash(Network network) {
        ((SimulatedNetwork) network).crash();
    }

    @Override
    protected void freeze(Network network) {
        wires.freeze(((SimulatedNetwork) network).self(), () -> {});
    }

    @Override
    protected void thaw(Network network) {
        wires.thaw(((SimulatedNetwork) network).self());
    }

    @Override
    protected long nanos() {
        return agenda.now() * 1_000;
    }

    @Override
    protected void await(String what, BooleanSupplier condition) {
        long end = agenda.now() + DEADLINE_MICROS;
        while (!condition.getAsBoolean()) {
            assertThat(agenda.now() < end && agenda.step()).as("simulated time is left to wait until " + what).isTrue();
        }
    }
}
