package mirrorlab.amqp.contract;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/// Does what {@link NotYet} says. A test that fails with some of its parameters still misses something; so marks are judged
/// when a class has been run. One node and one failure are enough to know.
final class NotYetRule implements InvocationInterceptor, AfterAllCallback {
    private static final ExtensionContext.Namespace HERE = ExtensionContext.Namespace.create(NotYetRule.class);

    /// Methods with a mark, and whether all of their runs passed.
    private static final class Passed extends TreeMap<String, Boolean> {
        private static final long serialVersionUID = 1;
    }

    static Optional<NotYet> mark(Method test) {
        return AnnotationSupport.findAnnotation(test, NotYet.class)
                .or(() -> AnnotationSupport.findAnnotation(test.getDeclaringClass(), NotYet.class));
    }

    @Override
    public void interceptTestMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        judge(invocation, call, context);
    }

    @Override
    public void interceptTestTemplateMethod(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        judge(invocation, call, context);
    }

    private static void judge(Invocation<Void> invocation, ReflectiveInvocationContext<Method> call,
            ExtensionContext context) throws Throwable {
        Contract contract = (Contract) context.getRequiredTestInstance();
        Optional<NotYet> mark = mark(call.getExecutable());
        if (mark.isEmpty() || !contract.broker.isLab()) {
            invocation.proceed();
            return;
        }
        Map<String, Boolean> passed = passed(context);
        String name = call.getExecutable().getDeclaringClass().getSimpleName() + "#" + call.getExecutable().getName();
        if (!contract.broker.isFirst() || Boolean.FALSE.equals(passed.get(name))) {
            throw new TestAbortedException("not yet: " + mark.get().value());
        }
        contract.expectTrouble();
        try {
            invocation.proceed();
            passed.merge(name, true, Boolean::logicalAnd);
        } catch (Throwable e) {
            passed.put(name, false);
            throw new TestAbortedException("not yet: " + mark.get().value(), e);
        }
    }

    private static Map<String, Boolean> passed(ExtensionContext context) {
        return context.getRoot().getStore(HERE).computeIfAbsent(
                context.getRequiredTestClass().getName(), _ -> new Passed(), Passed.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Map<String, Boolean> passed = passed(context);
        passed.values().removeIf(all -> !all);
        if (!passed.isEmpty()) {
            throw new AssertionError("these are there: remove @NotYet and the words `not yet` from their rows in "
                    + "src/test/resources/amqp/methods.md: " + passed.keySet());
        }
    }
}
