package mirrorlab.lab.ledger;

/// What a client's open channels sent and got, as known at their node's door.
///
/// @param delivered
///            with redeliveries; `settled` of them are acknowledged, rejected for good or need no acknowledgement
/// @param unacknowledged
///            delivered, and neither settled nor put back
public record ClientCounts(long published, long confirmed, long nacked, long returned, long delivered, long settled,
        long unacknowledged) {
    public static final ClientCounts NONE = new ClientCounts(0, 0, 0, 0, 0, 0, 0);

    ClientCounts plus(ClientCounts more) {
        return new ClientCounts(published + more.published, confirmed + more.confirmed, nacked + more.nacked,
                returned + more.returned, delivered + more.delivered, settled + more.settled,
                unacknowledged + more.unacknowledged);
    }
}
