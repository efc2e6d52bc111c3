package mirrorlab.lab.bench;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.vocabulary.NodeName;

/// Where a publisher finds a queue that is mirrored to all nodes.
interface PublishPlace {

    /// A new connection with the master's node, or with a mirror's.
    ///
    /// @throws NotPossible
    ///             the address makes no sense
    Connection connect(boolean atMaster) throws IOException, NotPossible;

    /// Makes the queue anew, empty and mirrored.
    void freshQueue() throws IOException, NotPossible, InterruptedException;

    /// The cluster of a live lab, all of whose nodes serve.
    static PublishPlace own(LiveLab lab) throws IOException, InterruptedException {
        return new Own(lab, BenchQueue.declare(lab));
    }

    /// Any broker that is running.
    ///
    /// @param nodes
    ///            addresses of its nodes; the first will have the master
    static PublishPlace other(List<URI> nodes) {
        return new Other(nodes);
    }

    /// A lab's cluster.
    record Own(LiveLab lab, BenchQueue queue) implements PublishPlace {
        @Override
        public Connection connect(boolean atMaster) throws IOException {
            NodeName master = queue.master();
            NodeName node = lab.nodes().stream().filter(each -> each.equals(master) == atMaster).findFirst()
                    .orElse(master);
            return queue.connect(node, "bench publish");
        }

        @Override
        public void freshQueue() throws IOException, NotPossible, InterruptedException {
            BenchQueue.remake(connect(true), BenchQueue.NAME);
            queue.awaitMirrors();
        }
    }

    /// Its policy `^ha\.` → all has to be there already: AMQP cannot set it.
    record Other(List<URI> nodes) implements PublishPlace {
        @Override
        public Connection connect(boolean atMaster) throws IOException, NotPossible {
            return OtherBroker.connect(nodes.get(atMaster || nodes.size() == 1 ? 0 : 1), "bench publish");
        }

        @Override
        public void freshQueue() throws IOException, NotPossible {
            BenchQueue.remake(connect(true), BenchQueue.NAME);
        }
    }
}
