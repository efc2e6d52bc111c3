package mirrorlab.ui.twin;

/// What goes through one exchange, in messages a second.
///
/// @param in
///            published to it: `publish_in_details.rate`
/// @param out
///            once for every queue that a message went to: `publish_out_details.rate`
public record ExchangeRate(double in, double out) {
    public static final ExchangeRate NONE = new ExchangeRate(0, 0);

    ExchangeRate plus(ExchangeRate more) {
        return new ExchangeRate(in + more.in, out + more.out);
    }

    ExchangeRate divided(double seconds) {
        return new ExchangeRate(in / seconds, out / seconds);
    }
}
