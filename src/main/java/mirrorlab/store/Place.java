package mirrorlab.store;

/// Where a record is.
///
/// @param segment
///            the segment's number
/// @param offset
///            of the record in its segment, in bytes
/// @param size
///            of the record with its frame, in bytes
record Place(int segment, int offset, int size) {}
