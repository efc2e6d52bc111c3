package mirrorlab.journal;

/// One line of a journal.
///
/// @param origin who wrote it: a node's full name, or `lab`
/// @param incarnation the origin's life; grows with every start of the same node
/// @param sequence counts from 1 within origin and incarnation, without holes
/// @param clock hybrid logical clock: milliseconds since 1970 shifted left by 16, plus a counter; orders entries of
///        different origins consistently with cause and effect
public record Entry(String origin, long incarnation, long sequence, long clock, Happening happening) {
    public static final String LAB = "lab";

    public long millis() {
        return clock >>> 16;
    }
}
