package mirrorlab.broker;

/// What nodes' machines say to each other. The rooms' own messages are its permitted kinds.
public interface PeerMessage {
}
