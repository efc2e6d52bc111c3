package mirrorlab.policy;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads an expression as PCRE does and writes it as `java.util.regex` wants it. They differ where Java knows more
/// (nested character classes, intersections) or is stricter (a brace that is no quantifier), and in `[[:alpha:]]`
/// and `[]a]`.
final class PerlExpression {
    private static final Pattern QUANTIFIER = Pattern.compile("\\{\\d+(,\\d*)?\\}.*", Pattern.DOTALL);
    private static final String PLAIN_LETTERS = "ijmqyFIJMOTY"; // a backslash before them means nothing to PCRE
    private final String source;
    private final StringBuilder written = new StringBuilder();
    private int index;

    private PerlExpression(String source) {
        this.source = source;
    }

    static NamePattern read(String source) {
        PerlExpression expression = new PerlExpression(source);
        if (!expression.translate()) {
            return new NamePattern.Faulty("missing terminating ] for character class", source.length());
        }
        try {
            return new NamePattern.Sound(Pattern.compile(expression.written.toString()));
        } catch (PatternSyntaxException e) {
            return fault(source, e);
        } catch (StackOverflowError e) {
            return new NamePattern.Faulty("parentheses are too deeply nested", source.length());
        }
    }

    private boolean translate() {
        while (index < source.length()) {
            char next = source.charAt(index);
            if (next == '\\') {
                copyEscape();
            } else if (next == '[') {
                if (!translateClass()) {
                    return false;
                }
            } else if (next == '{' && !QUANTIFIER.matcher(source.substring(index)).matches()) {
                written.append("\\{");
                index++;
            } else {
                written.append(next);
                index++;
            }
        }
        return true;
    }

    private void copyEscape() {
        int end = Math.min(source.length(), index + 2);
        if (source.startsWith("\\Q", index)) {
            int close = source.indexOf("\\E", end);
            end = close < 0 ? source.length() : close + 2;
        }
        boolean isPlainLetter = end == index + 2 && PLAIN_LETTERS.indexOf(source.charAt(index + 1)) >= 0;
        written.append(source, isPlainLetter ? index + 1 : index, end);
        index = end;
    }

    /// From the opening bracket to behind the closing one; false when there is none.
    private boolean translateClass() {
        written.append('[');
        index++;
        if (source.startsWith("^", index)) {
            written.append('^');
            index++;
        }
        for (int start = index; index < source.length();) {
            char next = source.charAt(index);
            if (next == '\\') {
                copyEscape();
            } else if (next == ']' && index > start) {
                written.append(']');
                index++;
                return true;
            } else if (isNamedClass()) {
                translateNamedClass();
            } else {
                written.append(next == '[' || next == ']' || next == '&' ? "\\" : "").append(next);
                index++;
            }
        }
        return false;
    }

    /// As PCRE looks for it: `[:`, later `:]`, and no other bracket closes between them, so `[[:]` is a plain class.
    private boolean isNamedClass() {
        int end = source.indexOf(":]", index + 2);
        return source.startsWith("[:", index) && end >= 0 && source.indexOf(']', index + 2) > end;
    }

    private void translateNamedClass() {
        int end = source.indexOf(":]", index + 2);
        String name = source.substring(index + 2, end);
        boolean isNegated = name.startsWith("^");
        String plain = isNegated ? name.substring(1) : name;
        written.append(isNegated ? "\\P{" : "\\p{").append(switch (plain) {
            case "xdigit" -> "XDigit";
            case "ascii" -> "ASCII";
            case "word" -> "IsWord";
            case "" -> "";
            default -> plain.substring(0, 1).toUpperCase(Locale.ROOT) + plain.substring(1);
        }).append('}');
        index = end + 2;
    }

    private static NamePattern.Faulty fault(String source, PatternSyntaxException e) {
        String reason = e.getDescription();
        int place = Math.clamp(e.getIndex(), 0, source.length());
        if (reason.startsWith("Dangling meta character")) {
            return new NamePattern.Faulty("nothing to repeat", place);
        }
        if (reason.startsWith("Unclosed group")) {
            return new NamePattern.Faulty("missing )", source.length());
        }
        if (reason.startsWith("Unmatched closing")) {
            return new NamePattern.Faulty("unmatched parentheses", e.getIndex() + 1);
        }
        if (reason.startsWith("Illegal character range")) {
            return new NamePattern.Faulty("range out of order in character class", place);
        }
        if (reason.startsWith("Illegal repetition range")) {
            return new NamePattern.Faulty("numbers out of order in {} quantifier", place + 1);
        }
        if (reason.startsWith("Unescaped trailing backslash")) {
            return new NamePattern.Faulty("\\ at end of pattern", source.length());
        }
        return new NamePattern.Faulty(reason.lines().findFirst().orElse("not an expression"), place);
    }
}
