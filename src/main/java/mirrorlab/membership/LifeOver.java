package mirrorlab.membership;

import mirrorlab.vocabulary.PeerMessage;

/// What a node says on a link that it will not use: it saw that life of its peer going down.
public record LifeOver() implements PeerMessage {}
