/// Whole nodes on a simulated network, disk and clock, from a seed.
///
/// `SimulatedCluster` runs the machines of room `broker` one input at a time. Nothing in a history has a thread, reads a clock or
/// throws dice of its own: the same seed gives the same history, entry by entry. Links are first-in-first-out and of random
/// speed; a node can die between any two inputs, and then what it had sent is cut off at a random place of each link, and what
/// it had not synced is gone from a random place on. `ClusterInvariants` looks at every replica after every input.
///
/// Chance alone seldom strikes between two given messages. `Plot` brings queues to their stages (`Stage`) and lays ambushes: a
/// death, a stop, a frozen node, a lost link or another policy at the k-th message of a kind. `Coverage` counts what a history
/// came to. A node that is frozen for longer than the detector waits, or that lost a link while it was let in, is on another
/// side from then on: nothing is promised of it until it starts again, except that it does not wait for ever.
///
/// A seed that fails is the whole bug report: it prints what broke, when, and how to see it again.
@NullMarked
package mirrorlab.simulation;

import org.jspecify.annotations.NullMarked;
