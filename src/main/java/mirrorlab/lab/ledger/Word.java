package mirrorlab.lab.ledger;

/// What the publisher was told of a message.
public enum Word {
    NOT_ASKED, WAITING, CONFIRMED, NACKED, RETURNED, CONNECTION_GONE
}
