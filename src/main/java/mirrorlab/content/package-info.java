/// AMQP 0-9-1 values as bytes and as Java values: field tables and the property list of a content header.
///
/// A table becomes a map in the order of the wire; each field type has its own Java type, so that what was read is written as
/// the same bytes again (a key that comes twice counts once, with its last value; `L` is written as `l`, which means the same).
/// Everything that comes from outside is bounded: a value never reaches past its end, nesting ends at
/// {@link mirrorlab.content.FieldReader#DEPTH}, and what cannot be read is a
/// {@link mirrorlab.content.MalformedContent} with one sentence.
///
/// | type | Java | type | Java |
/// |---|---|---|---|
/// | `t` | Boolean | `S` | String; {@link mirrorlab.vocabulary.RawText} when it is not UTF-8 |
/// | `b` | Byte | `B`, `u`, `i` | {@link mirrorlab.vocabulary.Unsigned} of 8, 16, 32 bits |
/// | `s` | Short | `T` | Instant in whole seconds; Unsigned of 64 bits after the year 9999 |
/// | `I` | Integer | `D` | BigDecimal with a scale of 0 to 255 and 32 signed bits |
/// | `l`, `L` | Long | `F`, `A` | Map, List |
/// | `f`, `d` | Float, Double | `x`, `V` | {@link mirrorlab.vocabulary.Bytes}, null |
@NullMarked
package mirrorlab.content;

import org.jspecify.annotations.NullMarked;
