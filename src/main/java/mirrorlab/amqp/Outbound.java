package mirrorlab.amqp;

import com.rabbitmq.client.impl.Method;
import mirrorlab.channel.ClientEvent;

/// One thing that waits to be written to a client.
sealed interface Outbound {

    /// What the core told.
    record Told(int channel, ClientEvent event) implements Outbound {
        @Override
        public int size() {
            return switch (event) {
                case ClientEvent.Delivered delivered -> CONTENT + delivered.message().size();
                case ClientEvent.GetOk got -> CONTENT + got.message().size();
                case ClientEvent.Returned returned -> CONTENT + returned.message().size();
                default -> METHOD;
            };
        }
    }

    /// What the door answers by itself.
    record Reply(int channel, Method method) implements Outbound {
        @Override
        public int size() {
            return METHOD;
        }
    }

    /// Bytes that are no frame.
    record Raw(byte[] bytes) implements Outbound {
        @Override
        public int size() {
            return bytes.length;
        }
    }

    /// From here on frames may be this large.
    record FrameMax(int bytes) implements Outbound {
        @Override
        public int size() {
            return 0;
        }
    }

    /// About what a method frame takes, and the frames around a content.
    int METHOD = 48;
    int CONTENT = 96;

    /// Bytes on the wire, roughly: what is counted against the limit.
    int size();
}
