package mirrorlab.lab;

/// How a lab is to run.
///
/// @param embedded
///            nodes live in the lab's JVM instead of processes of their own
/// @param keep
///            the run folder stays
public record LabOptions(boolean embedded, boolean keep) {}
