/// The rules of the house as tests: which room may know which ({@link mirrorlab.house.ArchitectureTest}), and how files look
/// ({@link mirrorlab.house.TidyTest}). A rule that is not a test drifts; an exception is a named line with its reason.
@NullMarked
package mirrorlab.house;

import org.jspecify.annotations.NullMarked;
