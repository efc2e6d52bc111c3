package mirrorlab.channel;

import java.util.Map;
import mirrorlab.queue.ChannelLimit;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.vocabulary.QueueName;

/// A method that needs a queue's master. The channel does nothing else until it is answered.
sealed interface Operation {
    QueueName queue();

    /// @param limit of the channel, at this time
    Wish wish(ChannelLimit limit);

    int classId();

    int methodId();

    record Declare(QueueName queue, boolean passive, boolean durable, boolean exclusive, boolean autoDelete,
            boolean noWait,
            Map<String, Object> arguments) implements Operation {
        @Override
        public Wish wish(ChannelLimit limit) {
            return new Wish.Counts();
        }

        @Override
        public int classId() {
            return 50;
        }

        @Override
        public int methodId() {
            return 10;
        }
    }

    record Delete(QueueName queue, boolean ifUnused, boolean ifEmpty, boolean noWait) implements Operation {
        @Override
        public Wish wish(ChannelLimit limit) {
            return new Wish.Delete(ifUnused, ifEmpty);
        }

        @Override
        public int classId() {
            return 50;
        }

        @Override
        public int methodId() {
            return 40;
        }
    }

    record Purge(QueueName queue, boolean noWait) implements Operation {
        @Override
        public Wish wish(ChannelLimit limit) {
            return new Wish.Purge();
        }

        @Override
        public int classId() {
            return 50;
        }

        @Override
        public int methodId() {
            return 30;
        }
    }

    record Get(QueueName queue, boolean autoAck) implements Operation {
        @Override
        public Wish wish(ChannelLimit limit) {
            return new Wish.Get(autoAck);
        }

        @Override
        public int classId() {
            return 60;
        }

        @Override
        public int methodId() {
            return 70;
        }
    }

    /// @param again after a failover, without the client's knowledge (F-19)
    record Consume(QueueName queue, String tag, int prefetch, boolean autoAck, boolean exclusive, boolean noWait,
            Map<String, Object> arguments, boolean again) implements Operation {
        @Override
        public Wish wish(ChannelLimit limit) {
            return new Wish.Consume(tag, prefetch, autoAck, exclusive, arguments, limit);
        }

        @Override
        public int classId() {
            return 60;
        }

        @Override
        public int methodId() {
            return 20;
        }
    }

    record Cancel(QueueName queue, String tag, boolean noWait) implements Operation {
        @Override
        public Wish wish(ChannelLimit limit) {
            return new Wish.Cancel(tag);
        }

        @Override
        public int classId() {
            return 60;
        }

        @Override
        public int methodId() {
            return 30;
        }
    }
}
