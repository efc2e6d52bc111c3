package mirrorlab.amqp.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A test of something that the lab does not have yet. It counts at a named broker; at the lab it is skipped as long as it
/// fails, and when it passes, the build fails until this mark and the one in the table are removed.
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@interface NotYet {
    /// What is missing.
    String value();
}
