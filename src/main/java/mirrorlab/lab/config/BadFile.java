package mirrorlab.lab.config;

/// A file is not what it should be. The message is one sentence for people: `welcome.json, line 4, column 12: found
/// "three", expected a whole number from 1 to 1000000 (count)`.
public final class BadFile extends Exception {
    private static final long serialVersionUID = 1L;
    private final String file;
    private final int line;
    private final int column;
    private final String found;
    private final String expected;

    /// @param line
    ///            counted from 1; 0 when the file could not be read at all, and then `column` is 0 too
    public BadFile(String file, int line, int column, String found, String expected) {
        super(file + (line > 0 ? ", line " + line + ", column " + column : "") + ": found " + found + ", expected "
                + expected);
        this.file = file;
        this.line = line;
        this.column = column;
        this.found = found;
        this.expected = expected;
    }

    public String file() {
        return file;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    public String found() {
        return found;
    }

    public String expected() {
        return expected;
    }
}
