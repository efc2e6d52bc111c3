/// Policies: which one applies to a queue, whether a definition is acceptable, and on which nodes it wants replicas.
///
/// Everything here is a pure function of its arguments. {@link mirrorlab.policy.PolicyValidation} answers in RabbitMQ's
/// own words, {@link mirrorlab.policy.PolicyMatching} finds the one policy that counts,
/// {@link mirrorlab.policy.HaSettings} reads what it says about mirrors, and {@link mirrorlab.policy.Placement} says
/// where they belong. Who carries a placement out, and when a master may leave (PO-12, PO-13), is not decided here.
@NullMarked
package mirrorlab.policy;

import org.jspecify.annotations.NullMarked;
