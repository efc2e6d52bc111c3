package mirrorlab.station;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.node.Store;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.StoreOperation;

/// What a node's disk says about its lives: how many there were, and whether the last one ended cleanly.
///
/// @param incarnation
///            of the life that begins now, counted from 1
/// @param cleanlyStopped
///            the last life ended with a clean stop
record LifeRecord(long incarnation, boolean cleanlyStopped) {
    private static final String TABLE = "node";
    private static final long INCARNATION = 0;
    private static final long CLEAN_STOP = 1;

    /// Durable before it returns, so that no two lives ever have the same number.
    static LifeRecord begin(Store store) throws IOException {
        Map<Long, Bytes> known = new TreeMap<>();
        store.read(TABLE, known::put);
        Bytes last = known.get(INCARNATION);
        long incarnation = last == null ? 1 : ByteBuffer.wrap(last.array()).getLong() + 1;
        store.write(List.of(
                new StoreOperation.Put(TABLE, INCARNATION,
                        Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(incarnation).array())),
                new StoreOperation.Remove(TABLE, CLEAN_STOP)));
        store.sync();
        return new LifeRecord(incarnation, known.containsKey(CLEAN_STOP));
    }

    static void endCleanly(Store store) throws IOException {
        store.write(List.of(new StoreOperation.Put(TABLE, CLEAN_STOP, Bytes.of(new byte[]{1}))));
        store.sync();
    }
}
