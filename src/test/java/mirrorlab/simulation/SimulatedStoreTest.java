package mirrorlab.simulation;

import java.util.Random;
import mirrorlab.node.Store;
import mirrorlab.node.StoreContract;

/// The simulated disk keeps the promises that the real store keeps, and forgets as much.
class SimulatedStoreTest extends StoreContract {
    private final SimulatedDisk disk = new SimulatedDisk();

    @Override
    protected Store open() {
        return new SimulatedStore(disk);
    }

    @Override
    protected void losePower() {
        disk.losePower();
    }

    @Override
    protected void losePower(Random chance) {
        disk.losePower(chance);
    }
}
