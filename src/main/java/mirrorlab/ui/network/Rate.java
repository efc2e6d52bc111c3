package mirrorlab.ui.network;

/// What one node sends another, messages a second.
///
/// @param copies
///            direct copies of publishes, from the channel's node to a replica (P-04)
/// @param operations
///            what a master tells its mirror: publishes, deliveries, acknowledgements, in its order (P-11)
/// @param deliveries
///            from a master to the node of the client that consumes
/// @param synchronised
///            messages of an explicit synchronisation (S-08)
public record Rate(long copies, long operations, long deliveries, long synchronised) {
    public static final Rate NONE = new Rate(0, 0, 0, 0);

    public long total() {
        return copies + operations + deliveries + synchronised;
    }
}
