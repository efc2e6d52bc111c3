package mirrorlab.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// What an accepted definition says about mirrors, with RabbitMQ's defaults for what it leaves out.
///
/// @param batchSize
///            messages in a batch of an explicit synchronisation; a policy's 1 means the default too (S-11)
public record HaSettings(HaMode mode, SyncMode sync, int batchSize, Promotion promoteOnShutdown,
        Promotion promoteOnFailure) {
    public static final int DEFAULT_BATCH_SIZE = 4096;

    /// Empty when the definition does not mirror, that is when it has no `ha-mode`.
    ///
    /// @throws IllegalArgumentException
    ///             when the definition would not have passed {@link PolicyValidation}
    public static Optional<HaSettings> of(Map<String, Object> definition) {
        if (!definition.containsKey("ha-mode")) {
            return Optional.empty();
        }
        String refusal = HaValidation.check(definition);
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        SyncMode sync = "automatic".equals(definition.get("ha-sync-mode")) ? SyncMode.AUTOMATIC : SyncMode.MANUAL;
        return Optional.of(new HaSettings(mode(definition), sync, batchSize(definition.get("ha-sync-batch-size")),
                promotion(definition.get("ha-promote-on-shutdown"), false),
                promotion(definition.get("ha-promote-on-failure"), true)));
    }

    private static HaMode mode(Map<String, Object> definition) {
        Object parameters = definition.get("ha-params");
        return switch (String.valueOf(definition.get("ha-mode"))) {
            case "exactly" -> new HaMode.Exactly(parameters instanceof Number count ? within(count) : 1);
            case "nodes" -> new HaMode.Nodes(parameters instanceof List<?> names ? nodes(names) : List.of());
            default -> new HaMode.All();
        };
    }

    private static List<NodeName> nodes(List<?> names) {
        List<NodeName> nodes = new ArrayList<>();
        for (Object each : names) {
            // PO-23: no complaint about a name without @, and no node has it
            if (each instanceof String name && NodeName.isFullName(name) && !nodes.contains(new NodeName(name))) {
                nodes.add(new NodeName(name));
            }
        }
        return nodes;
    }

    private static int batchSize(@Nullable Object value) {
        return value instanceof Number size && size.longValue() > 1 ? within(size) : DEFAULT_BATCH_SIZE;
    }

    private static Promotion promotion(@Nullable Object value, boolean alwaysByDefault) {
        return value == null ? new Promotion(alwaysByDefault, true) : new Promotion("always".equals(value), false);
    }

    private static int within(Number number) {
        return number.doubleValue() > Integer.MAX_VALUE ? Integer.MAX_VALUE : number.intValue();
    }
}
