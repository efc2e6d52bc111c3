package mirrorlab.lab.scenario;

import java.util.List;
import mirrorlab.lab.config.Field;
import mirrorlab.lab.config.Shape;
import org.jspecify.annotations.Nullable;

/// One kind of step: what it may say and how it reads.
///
/// @param line
///            the readable line as a template, see {@link StepLine}
/// @param settles
///            the step ends when the cluster is quiet, unless it says `"settle": false`
/// @param played
///            this version plays it; otherwise its result is an error of kind `not_yet_run`
public record StepKind(String name, String line, boolean settles, boolean played, List<Field> fields) {

    /// The fields of this kind and those that every step may have.
    public Shape shape() {
        return new Shape("the step " + name, fields).and(StepKinds.COMMON);
    }

    public @Nullable Field field(String field) {
        return fields.stream().filter(each -> each.name().equals(field)).findFirst().orElse(null);
    }
}
