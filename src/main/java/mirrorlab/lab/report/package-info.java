/// The report of a played scenario, in the form that recordings of the real broker have, and the rules by which two of
/// them are compared.
@NullMarked
package mirrorlab.lab.report;

import org.jspecify.annotations.NullMarked;
