/// Messages between nodes as bytes.
///
/// A frame is an eight byte hybrid clock and then messages until its end. A message is the number of its record among
/// all records of the sealed roots, in order of declaration, and then its components in order; there are no names.
/// Within one frame a text is spelled once and then referred to by number, so that the same node and queue names cost
/// one byte each.
///
/// The records themselves are the only description of the format: components are `int`, `long`, `double`, `boolean`,
/// `String`, enums, `Bytes`, `MessageSet`, `PackedMessages`, other records, sealed interfaces, and `List`, `Set`, `Map`
/// of them; a component declared as `Object` holds what AMQP tables and JSON can hold. Only components marked `@Nullable`
/// may be null.
///
/// Why not Jackson's CBOR: measured for a publish of 12 bytes on the master's stream, warm, it takes 2.0 to 2.8 µs there
/// and back and 95 bytes, this codec 0.6 to 0.9 µs and 80 bytes (0.5 µs and about 30 bytes when a hundred share a
/// frame); and the first message costs a starting node 390 ms with CBOR, 20 ms here.
@NullMarked
package mirrorlab.node.wire;

import org.jspecify.annotations.NullMarked;
