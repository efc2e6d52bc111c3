package mirrorlab.policy;

/// Text that lets itself be looked at only so many times, so that a catastrophic regular expression ends.
final class CountedText implements CharSequence {
    private final String text;
    private int looksLeft;

    CountedText(String text, int looks) {
        this.text = text;
        this.looksLeft = looks;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (looksLeft-- <= 0) {
            throw new TooManyLooks();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }

    /// The looks are used up.
    static final class TooManyLooks extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyLooks() {
            super("the expression needs too many steps", null, false, false);
        }
    }
}
