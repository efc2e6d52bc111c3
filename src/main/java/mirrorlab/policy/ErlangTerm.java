package mirrorlab.policy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// JSON values the way RabbitMQ's messages print them, that is as Erlang terms on one line: text `<<"x">>`, lists
/// `[1,2]`, numbers, `true`, `null`, maps `#{<<"k">> => 1}`. A list of numbers that could be characters is printed as
/// text, as there.
final class ErlangTerm {
    private static final String ESCAPABLE = "\n\r\t\u000b\b\f\u001b";
    private static final String ESCAPES = "nrtvbfe";

    private ErlangTerm() {}

    /// Long values end early, see {@link Shown}: RabbitMQ repeats them whole.
    static String print(@Nullable Object value) {
        return Shown.of(term(value));
    }

    private static String term(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> printBinary(text);
            case List<?> list -> printList(list);
            case Map<?, ?> map -> sorted(map).entrySet().stream()
                    .map(each -> printBinary(each.getKey()) + " => " + term(each.getValue()))
                    .collect(Collectors.joining(",", "#{", "}"));
            case Double number -> printFloat(number);
            case Float number -> printFloat(number.doubleValue());
            case BigDecimal number -> printFloat(number.doubleValue());
            default -> value.toString();
        };
    }

    /// A whole number of any width, not smaller than `least`.
    static boolean isWholeNumberFrom(long least, @Nullable Object value) {
        return switch (value) {
            case Integer number -> number >= least;
            case Long number -> number >= least;
            case BigInteger number -> number.compareTo(BigInteger.valueOf(least)) >= 0;
            case null, default -> false;
        };
    }

    static TreeMap<String, Object> sorted(Map<?, ?> map) {
        TreeMap<String, Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        return sorted;
    }

    private static String printList(List<?> list) {
        boolean isText = !list.isEmpty() && list.stream()
                .allMatch(each -> each instanceof Integer number && isPrintable(number));
        return isText
                ? quote(list.stream().mapToInt(each -> (Integer) each))
                : list.stream().map(ErlangTerm::term).collect(Collectors.joining(",", "[", "]"));
    }

    private static String printBinary(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) {
            return "<<>>";
        }
        return IntStream.range(0, bytes.length).allMatch(i -> isPrintable(bytes[i] & 0xff))
                ? "<<" + quote(IntStream.range(0, bytes.length).map(i -> bytes[i] & 0xff)) + ">>"
                : IntStream.range(0, bytes.length).mapToObj(i -> Integer.toString(bytes[i] & 0xff))
                        .collect(Collectors.joining(",", "<<", ">>"));
    }

    private static boolean isPrintable(int character) {
        return (character >= 32 && character <= 126) || (character >= 160 && character <= 255)
                || ESCAPABLE.indexOf(character) >= 0;
    }

    /// A string (a list of characters) as Erlang prints it.
    static String quote(String text) {
        return quote(text.chars());
    }

    private static String quote(IntStream characters) {
        StringBuilder quoted = new StringBuilder("\"");
        characters.forEach(each -> {
            int escape = ESCAPABLE.indexOf(each);
            if (escape >= 0) {
                quoted.append('\\').append(ESCAPES.charAt(escape));
            } else if (each == '"' || each == '\\') {
                quoted.append('\\').append((char) each);
            } else {
                quoted.append((char) each);
            }
        });
        return quoted.append('"').toString();
    }

    /// The shorter of the two notations, always with a point: `2.5`, `12345.0`, `1.0e5`, `1.0e-5`.
    private static String printFloat(double number) {
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        String digits = exact.unscaledValue().abs().toString();
        String sign = exact.signum() < 0 ? "-" : "";
        if (exact.signum() == 0) {
            return "0.0";
        }
        int exponent = digits.length() - exact.scale() - 1;
        String fraction = digits.length() == 1 ? "0" : digits.substring(1);
        String scientific = digits.charAt(0) + "." + fraction + "e" + exponent;
        String plain = exact.abs().toPlainString();
        plain = plain.indexOf('.') < 0 ? plain + ".0" : plain;
        return sign + (plain.length() <= scientific.length() ? plain : scientific);
    }
}
