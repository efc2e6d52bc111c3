package mirrorlab.simulation;

import java.util.List;
import java.util.stream.Stream;

/// What a queue is about when a misfortune comes, with the messages that carry it.
enum Stage {
    PUBLISHING("DirectCopy", "Publish", "PublishDelivered", "Discard", "Drop", "Acknowledge", "Requeue", "Applied",
            "Confirm",
            "Settle", "Delivery"), SYNCHRONISING("SyncStart", "SyncAnswer", "SyncBatch", "SyncTaken", "SyncFinished",
                    MessageKinds.PROPOSE + "MirrorSynchronised",
                    MessageKinds.SEQUENCED + "MirrorSynchronised"), PROMOTING("Freeze", "Frozen", "Fetch", "Fill",
                            "Follow", "ReplicaGone", MessageKinds.PROPOSE + "MasterReplaced",
                            MessageKinds.SEQUENCED + "MasterReplaced", MessageKinds.METADATA + "Freeze",
                            MessageKinds.METADATA + "Frozen",
                            MessageKinds.METADATA + "Follow"), JOINING(MessageKinds.METADATA + "Join",
                                    MessageKinds.METADATA + "Snapshot", MessageKinds.SEQUENCED + "NodeJoined",
                                    "StartMirror", "JoinStream", "StreamJoined", MessageKinds.PROPOSE + "MirrorAdded",
                                    MessageKinds.SEQUENCED + "MirrorAdded", "RequestDepth", "Depth",
                                    MessageKinds.PROPOSE + "NodeServes",
                                    MessageKinds.SEQUENCED + "NodeServes"), PLACING(
                                            MessageKinds.SEQUENCED + "PolicySet", MessageKinds.SEQUENCED
                                                    + "PolicyCleared",
                                            MessageKinds.PROPOSE + "MirroringChanged", MessageKinds.SEQUENCED
                                                    + "MirroringChanged",
                                            MessageKinds.PROPOSE + "MirrorsRemoved", MessageKinds.SEQUENCED
                                                    + "MirrorsRemoved",
                                            "Dismiss");

    /// Those that any history may come to.
    static final List<Stage> USUAL = List.of(PUBLISHING, SYNCHRONISING, PROMOTING, JOINING);

    private final List<String> kinds;

    Stage(String... kinds) {
        this.kinds = List.of(kinds);
    }

    /// Of messages, as {@link MessageKinds} names them.
    List<String> kinds() {
        return kinds;
    }

    static Stream<Stage> all() {
        return Stream.of(values());
    }

    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
