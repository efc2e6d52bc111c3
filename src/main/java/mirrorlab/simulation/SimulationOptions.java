package mirrorlab.simulation;

import java.util.random.RandomGenerator;

/// What may happen in a simulated history, and how often: weights among the actions, per mille where a chance is meant.
///
/// @param nodes 2 to 4
/// @param queues 1 to 3
/// @param actions how many things clients, administrators and fate do
/// @param durable per mille of queues, `persistent` of messages
/// @param deaths weight of a kill, `stops` of a clean stop, `starts` of a start
/// @param policies weight of a policy change
/// @param syncs weight of sync_queue, `cancels` of cancel_sync_queue
/// @param publishes weight of a burst of publishes, `takes` of gets, consumers and acknowledgements
/// @param ends weight of closed channels and connections, purges and deletes
/// @param calms weight of waiting until nothing moves, then looking at everything
/// @param cuts weight of cutting one node off
record SimulationOptions(int nodes, int queues, int actions, int durable, int persistent, int deaths, int stops,
        int starts,
        int policies, int syncs, int cancels, int publishes, int takes, int ends, int calms, int cuts) {

    /// Different seeds, different weather.
    static SimulationOptions any(RandomGenerator chance) {
        boolean calmWeather = chance.nextInt(4) == 0;
        int fate = calmWeather ? 1 : 2 + chance.nextInt(8);
        return new SimulationOptions(2 + chance.nextInt(3), 1 + chance.nextInt(3), 120 + chance.nextInt(120),
                chance.nextInt(4) == 0 ? 500 : 900, chance.nextInt(3) == 0 ? 300 : 900, fate, chance.nextInt(fate + 1),
                fate + 2 + chance.nextInt(6), 2 + chance.nextInt(5), chance.nextInt(6), chance.nextInt(3),
                20 + chance.nextInt(30), 20 + chance.nextInt(40), chance.nextInt(6), 1 + chance.nextInt(2),
                chance.nextInt(5) == 0 ? 1 + chance.nextInt(3) : 0);
    }
}
