package mirrorlab.vocabulary;

/// What nodes' machines say to each other. Each core room seals its own kinds below this one.
public interface PeerMessage {}
