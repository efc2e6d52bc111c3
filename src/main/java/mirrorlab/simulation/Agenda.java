package mirrorlab.simulation;

import java.util.PriorityQueue;

/// Simulated time, in microseconds, and what is to happen in it. Of two things due at once the one planned first happens
/// first.
final class Agenda {
    private final PriorityQueue<Planned> planned = new PriorityQueue<>();
    private long now;
    private long serial;

    private record Planned(long time, long serial, Runnable what) implements Comparable<Planned> {
        @Override
        public int compareTo(Planned other) {
            return time == other.time ? Long.compare(serial, other.serial) : Long.compare(time, other.time);
        }
    }

    long now() {
        return now;
    }

    void after(long micros, Runnable what) {
        at(now + micros, what);
    }

    void at(long time, Runnable what) {
        planned.add(new Planned(Math.max(now, time), ++serial, what));
    }

    /// When the next thing is due; `Long.MAX_VALUE` when nothing is planned.
    long next() {
        Planned first = planned.peek();
        return first == null ? Long.MAX_VALUE : first.time();
    }

    /// Does the next thing; false when nothing is planned.
    boolean step() {
        Planned first = planned.poll();
        if (first == null) {
            return false;
        }
        now = first.time();
        first.what().run();
        return true;
    }
}
