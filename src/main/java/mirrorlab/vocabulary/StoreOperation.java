package mirrorlab.vocabulary;

/// One change of what a node keeps on disk. A store is a set of named tables from a number to bytes; a queue's table is keyed
/// by position. Operations take effect in the order they were asked for.
public sealed interface StoreOperation {
    String table();

    /// Sets one entry, new or not.
    record Put(String table, long key, Bytes value) implements StoreOperation {}

    /// Removes one entry; nothing happens when it is not there.
    record Remove(String table, long key) implements StoreOperation {}

    /// Removes the whole table; nothing happens when it is not there.
    record Drop(String table) implements StoreOperation {}
}
