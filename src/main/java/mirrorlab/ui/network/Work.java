package mirrorlab.ui.network;

/// Operations a second on the queues of one node.
///
/// @param publishes
///            messages enqueued
/// @param deliveries
///            messages handed out, or noted as handed out by the master
/// @param settlements
///            messages that left or were put back: acknowledged, rejected, expired, dropped, purged, requeued
public record Work(long publishes, long deliveries, long settlements) {
    public static final Work NONE = new Work(0, 0, 0);

    public long total() {
        return publishes + deliveries + settlements;
    }
}
