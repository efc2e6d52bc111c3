package mirrorlab.node.wire;

import org.jspecify.annotations.Nullable;

/// Writes and reads values of one type; writes one byte at least. Safe for use by several threads.
interface Coder {

    /// @throws IllegalArgumentException
    ///             the value is not of this coder's type
    void write(@Nullable Object value, ByteWriter out);

    /// @throws IllegalArgumentException
    ///             the bytes are not a value of this coder's type
    @Nullable
    Object read(ByteReader in);
}
