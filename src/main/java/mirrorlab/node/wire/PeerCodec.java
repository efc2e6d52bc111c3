package mirrorlab.node.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.PeerMessage;

/// Turns messages between nodes into frames and back. Both nodes must run the same program: records are numbered in
/// order of declaration. Safe for use by several threads.
public final class PeerCodec {
    /// RabbitMQ refuses messages above 128 MiB (`max_message_size`); what is around one fits into the rest.
    public static final int MAXIMUM_FRAME = 130 << 20;

    private final UnionCoder messages;
    private final UnaryOperator<Bytes> bodies;

    /// Several messages and the clock of their sender when it sent them.
    public record Frame(long clock, List<PeerMessage> messages) {}

    /// @param roots
    ///            sealed interfaces (or records) of messages; order counts
    /// @throws IllegalArgumentException
    ///             a root is neither sealed nor a record
    public PeerCodec(List<? extends Class<? extends PeerMessage>> roots) {
        this(roots, body -> body);
    }

    /// @param bodies
    ///            decides where the body of a message is kept that was read
    public PeerCodec(List<? extends Class<? extends PeerMessage>> roots, UnaryOperator<Bytes> bodies) {
        messages = new Coders(roots).messages();
        this.bodies = bodies;
    }

    /// Looks at every record now instead of at its first use.
    ///
    /// @throws IllegalArgumentException
    ///             one of them has a component that cannot be written; the message names it
    public void check() {
        messages.check();
    }

    public Writer writer() {
        return new Writer();
    }

    /// @throws IllegalArgumentException
    ///             these bytes are not a frame of this codec; nothing else is ever thrown
    public Frame read(byte[] frame) {
        if (frame.length > MAXIMUM_FRAME) {
            throw new IllegalArgumentException(
                    "a frame of " + frame.length + " bytes; at most " + MAXIMUM_FRAME + " are taken");
        }
        ByteReader in = new ByteReader(frame, bodies);
        try {
            long clock = in.readFixed();
            List<PeerMessage> all = new ArrayList<>();
            while (in.remaining() > 0) {
                if (!(messages.read(in) instanceof PeerMessage message)) {
                    throw new IllegalArgumentException("not a message between nodes");
                }
                all.add(message);
            }
            return new Frame(clock, all);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("not a frame between nodes: " + e, e);
        }
    }

    /// Collects messages into one frame. Confined to one thread.
    public final class Writer {
        private final ByteWriter body = new ByteWriter();

        private Writer() {}

        public boolean isEmpty() {
            return body.size() == 0;
        }

        /// Bytes collected so far.
        public int size() {
            return body.size();
        }

        /// @throws IllegalArgumentException
        ///             the message is of no known kind, has a null that is not marked, or is too large
        public void add(PeerMessage message) {
            if (body.size() == 0) {
                body.writeFixed(0);
            }
            messages.write(message, body);
        }

        /// The frame; the writer is empty again.
        public byte[] take(long clock) {
            byte[] frame = body.take();
            for (int i = 0; i < Long.BYTES; i++) {
                frame[i] = (byte) (clock >>> (56 - 8 * i));
            }
            return frame;
        }
    }
}
