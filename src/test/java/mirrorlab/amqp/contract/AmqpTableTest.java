package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.support.AnnotationSupport;

/// The table of every method and every error of AMQP 0-9-1 as RabbitMQ 3.10.8 speaks it: each row names the test that holds
/// it, or says `not yet` and what is missing.
class AmqpTableTest {
    /// Rows that may be marked `not yet`. The issue is done when it is 0.
    private static final int NOT_YET = 0;

    private static final String FILE = "/amqp/methods.md";
    private static final List<String> PLACES = List.of("", "mirrorlab.amqp.contract.");
    private static final List<Row> ROWS = rows();

    /// @param test `Class#method`; empty when there is none, then `notYet` says why
    private record Row(String method, String from, String what, String test, String notYet) {
        @Override
        public String toString() {
            return method + " (" + from + ") " + what;
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        try (InputStream in = AmqpTableTest.class.getResourceAsStream(FILE)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (line.startsWith("| ") && !line.startsWith("| method ")) {
                    List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
                    assertThat(cells).as(line).hasSize(7);
                    rows.add(new Row(cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5)));
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return rows;
    }

    @Test
    void every_row_names_a_test_or_is_marked() {
        assertThat(ROWS).hasSizeGreaterThan(300).allSatisfy(row -> {
            if (row.test.isEmpty()) {
                assertThat(row.notYet).as(row + " has neither a test nor `not yet: reason`").startsWith("not yet: ");
            } else {
                assertThat(test(row.test)).as(row + " names no test: " + row.test).isNotNull();
            }
        });
    }

    @Test
    void marks_are_the_marks_of_the_tests() {
        assertThat(ROWS).filteredOn(row -> !row.test.isEmpty()).allSatisfy(row -> {
            Method test = test(row.test);
            assertThat(test).as(row.test).isNotNull();
            String mark = NotYetRule.mark(test).map(each -> "not yet: " + each.value()).orElse("");
            assertThat(row.notYet).as(row + ", " + row.test).isEqualTo(mark);
        });
    }

    @Test
    void rows_that_are_not_yet_there_are_counted() {
        assertThat(ROWS.stream().filter(row -> !row.notYet.isEmpty()).toList()).as("rows marked `not yet`")
                .hasSize(NOT_YET);
    }

    @Test
    void every_method_of_the_protocol_has_a_row() {
        Set<String> methods = Arrays.stream(com.rabbitmq.client.AMQP.class.getDeclaredClasses())
                .filter(each -> each != com.rabbitmq.client.AMQP.PROTOCOL.class
                        && each != com.rabbitmq.client.AMQP.BasicProperties.class)
                .flatMap(each -> Arrays.stream(each.getDeclaredClasses()).map(
                        method -> dashed(each.getSimpleName()) + "." + dashed(method.getSimpleName())))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ROWS.stream().map(Row::method).collect(Collectors.toSet())).containsAll(methods);
    }

    private static String dashed(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(java.util.Locale.ROOT);
    }

    @Test
    void every_test_of_the_contract_holds_a_row() {
        Set<String> named = ROWS.stream().map(Row::test).collect(Collectors.toSet());
        assertThat(named.stream().filter(each -> !each.isEmpty() && !each.startsWith("mirrorlab."))
                .map(AmqpTableTest::test)
                .map(each -> each.getDeclaringClass()).distinct()
                .flatMap(each -> Stream.of(each.getDeclaredMethods())).filter(AmqpTableTest::isTest)
                .map(each -> each.getDeclaringClass().getSimpleName() + "#" + each.getName()))
                .as("tests; each is named by a row").isSubsetOf(named);
    }

    private static Method test(String name) {
        String[] parts = name.split("#", -1);
        for (String place : PLACES) {
            try {
                for (Class<?> each = Class.forName(place + parts[0]); each != Object.class; each = each
                        .getSuperclass()) {
                    for (Method method : each.getDeclaredMethods()) {
                        if (method.getName().equals(parts[1]) && isTest(method)) {
                            return method;
                        }
                    }
                }
            } catch (ClassNotFoundException e) {
                // then in the next place
            }
        }
        return null;
    }

    private static boolean isTest(Method method) {
        return AnnotationSupport.isAnnotated(method, Test.class)
                || AnnotationSupport.isAnnotated(method, ParameterizedTest.class);
    }
}
