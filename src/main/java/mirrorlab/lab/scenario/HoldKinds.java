package mirrorlab.lab.scenario;

import java.util.List;

/// The kinds of messages between nodes that the step `hold` can name, by room: metadata, membership, questions between
/// nodes, channels and queues, replicas.
final class HoldKinds {
    static final List<String> ALL = List.of("Propose", "Sequenced", "Applied", "Join", "Snapshot", "Freeze", "Frozen",
            "Fetch", "Fill", "Follow", "Leave", "Left", "Status", "LifeOver", "Ask", "Told", "AskStandings",
            "ToldStandings", "Sync", "CancelSync", "MoveMaster",
            "AskConnections",
            "ToldConnections", "CloseConnection", "ConnectionClosed", "Memory", "Done", "DirectCopy", "Request",
            "Settle",
            "ChannelGone", "MirrorRefused", "Confirm", "Reply", "DirectReplied", "Delivery", "ConsumerGone",
            "ReplicaGone", "StartMirror", "Operations", "JoinStream", "StreamJoined", "RequestDepth", "SendersDown",
            "Dismiss",
            "SyncAnswer", "SyncBatch", "SyncTaken", "SyncFinished", "Written", "Limited", "Room", "RecallRoom",
            "Refused", "RoomWanted", "RoomReturned", "CreateQueue", "QueueReady", "OldTags", "Credit");

    private HoldKinds() {}
}
