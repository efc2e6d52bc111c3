package mirrorlab.ui.stage;

import java.util.List;

/// Everything that the stage draws, worked out from one moment.
public record StageModel(List<NodeColumn> nodes, List<Lane> lanes) {
    public static final StageModel EMPTY = new StageModel(List.of(), List.of());
}
