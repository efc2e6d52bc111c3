package mirrorlab.node;

import java.util.List;
import java.util.Map;

/// What a node has done and what is outstanding, between two inputs. A cluster is quiet when two snapshots in a row are
/// equal, nothing is outstanding in them, and every node has received from each peer what that peer has sent to it.
///
/// @param sent
///            messages sent per peer over its present link; peers without a link are left out
/// @param received
///            messages taken in per peer over its present link, held ones included
/// @param mailbox
///            inputs that wait
/// @param held
///            inputs that the interceptor keeps back
/// @param storePending
///            changes that are not durable yet
/// @param timers
///            names of armed timers, without those that begin with {@value #HOUSEKEEPING}
/// @param busy
///            the machine's own words for what it waits for
/// @param journal
///            sequence of the last entry, after pending traffic was written
public record Activity(Map<String, LinkCount> sent, Map<String, LinkCount> received, int mailbox, int held,
        int storePending,
        List<String> timers, List<String> busy, long journal) {
    /// Timers that come again and again in a cluster where nothing happens.
    public static final String HOUSEKEEPING = "housekeeping/";

    public record LinkCount(long link, long count) {}
}
