package mirrorlab.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import mirrorlab.node.LinkFault;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Links between every two nodes that are there: what room `node` asks of a network, in simulated time.
///
/// What one node sends another arrives first-in-first-out, after a delay of its own; different pairs do not wait for each
/// other. A crash cuts what is under way at a random place; a close lets all of it arrive.
///
/// @param <F> what is carried
final class Wires<F> {
    /// Silence is noticed after this long.
    private static final long DETECTOR = 3_000_000;
    private static final long SUSPICION = DETECTOR / 4;
    private static final long MILLI = 1_000;
    private final Agenda agenda;
    private final RandomGenerator chance;
    private final Map<NodeName, Station<F>> stations = new TreeMap<>();
    private final Set<Cut> cuts = new LinkedHashSet<>();
    private final Ways ways = new Ways();
    private long numbers;

    /// Who hears at one end.
    interface Ear<F> {
        void up(NodeName peer, long incarnation, long link);

        void down(NodeName peer, long link);

        void frame(NodeName peer, long link, F frame);

        /// Some heartbeats are missing, or the peer is heard again.
        default void suspected(NodeName peer, long link, boolean missing) {}
    }

    private record Cut(NodeName owner, NodeName from, NodeName to) {}

    private static final class Station<F> {
        final NodeName self;
        final long incarnation;
        final Ear<F> ear;
        final Map<NodeName, Port<F>> ports = new TreeMap<>();
        boolean frozen;
        long freezes;
        boolean gone;

        Station(NodeName self, long incarnation, Ear<F> ear) {
            this.self = self;
            this.incarnation = incarnation;
            this.ear = ear;
        }
    }

    /// One end of a link: what is on its way to this end.
    private static final class Port<F> {
        final Station<F> self;
        final Station<F> peer;
        final long number;
        final ArrayDeque<Item<F>> arriving = new ArrayDeque<>();
        long lastArrival;
        /// Until then nothing of the peer is heard, for the fault that is the way's; 0: no such time is known.
        long silentUntil;
        boolean suspected;
        @Nullable
        Port<F> other;
        boolean upHeard;
        boolean ending;

        Port(Station<F> self, Station<F> peer, long number) {
            this.self = self;
            this.peer = peer;
            this.number = number;
        }
    }

    private static final class Item<F> {
        final Runnable what;
        final @Nullable F frame;
        boolean due;
        /// Counts how often its arrival was put off.
        int planned;

        Item(@Nullable F frame, Runnable what) {
            this.frame = frame;
            this.what = what;
        }
    }

    Wires(Agenda agenda, RandomGenerator chance) {
        this.agenda = agenda;
        this.chance = chance;
    }

    void join(NodeName self, long incarnation, Ear<F> ear) {
        Station<F> station = new Station<>(self, incarnation, ear);
        Station<F> before = stations.put(self, station);
        if (before != null && !before.gone) {
            throw new IllegalStateException(self + " is there already");
        }
        for (Station<F> each : List.copyOf(stations.values())) {
            connectLater(station, each);
        }
    }

    private void connectLater(Station<F> one, Station<F> other) {
        if (one != other) {
            agenda.after(delay(), () -> connect(one, other));
        }
    }

    private void connect(Station<F> one, Station<F> other) {
        if (one.gone || other.gone || one.frozen || other.frozen || isCut(one.self, other.self)
                || isCut(other.self, one.self) || ways.fault(one.self, other.self).isCut()
                || ways.fault(other.self, one.self).isCut()) {
            return;
        }
        if (one.ports.containsKey(other.self) || other.ports.containsKey(one.self)) {
            return; // linked, or an older link has yet to end: that will connect again
        }
        Port<F> here = new Port<>(one, other, ++numbers);
        Port<F> there = new Port<>(other, one, ++numbers);
        here.other = there;
        there.other = here;
        one.ports.put(other.self, here);
        other.ports.put(one.self, there);
        begin(here);
        begin(there);
    }

    private void begin(Port<F> port) {
        arrive(port, null, () -> {
            port.upHeard = true;
            port.self.ear.up(port.peer.self, port.peer.incarnation, port.number);
        });
    }

    /// Does nothing when that is not the present link.
    void send(NodeName from, NodeName to, long link, F frame) {
        Station<F> station = stations.get(from);
        Port<F> port = station == null || station.gone ? null : station.ports.get(to);
        if (port == null || port.number != link || port.ending || port.other == null || isCut(from, to)) {
            return;
        }
        Port<F> target = port.other;
        if (!target.ending) {
            arrive(target, frame, () -> target.self.ear.frame(from, target.number, frame));
        }
    }

    private void arrive(Port<F> port, @Nullable F frame, Runnable what) {
        Item<F> item = new Item<>(frame, what);
        port.arriving.add(item);
        plan(port, item);
    }

    /// What a cut holds up has no time of arrival.
    private void plan(Port<F> port, Item<F> item) {
        int plan = ++item.planned;
        LinkFault fault = ways.fault(port.peer.self, port.self.self);
        if (fault.isCut() && !port.ending) {
            return;
        }
        long late = fault.isNone() || fault.isCut() ? 0 : MILLI * fault.drawMillis(chance);
        port.lastArrival = Math.max(port.lastArrival, agenda.now() + delay() + late);
        agenda.at(port.lastArrival, () -> {
            if (item.planned == plan) {
                item.due = true;
                deliver(port);
            }
        });
    }

    private void deliver(Port<F> port) {
        while (!port.self.frozen && !port.self.gone && !port.arriving.isEmpty() && port.arriving.peek().due) {
            port.arriving.remove().what.run();
        }
    }

    private long delay() {
        int kind = chance.nextInt(40);
        return kind == 0 ? 1_000 + chance.nextInt(80_000) : 50 + chance.nextInt(kind < 8 ? 3_000 : 400);
    }

    // ---- the ends of a link

    /// The end at this port: after what is under way, which may be cut off at a random place.
    private void end(Port<F> port, boolean whole) {
        if (port.ending || port.self.gone) {
            return;
        }
        port.ending = true;
        port.suspected = false;
        if (ways.fault(port.peer.self, port.self.self).isCut()) {
            port.arriving.removeIf(each -> !each.due); // it waited for a way that nobody waits for any more
        }
        if (!whole) {
            int left = chance.nextInt(port.arriving.size() + 1);
            List<Item<F>> kept = new ArrayList<>(port.arriving).subList(0, left);
            port.arriving.clear();
            port.arriving.addAll(kept);
        }
        arrive(port, null, () -> {
            port.self.ports.remove(port.peer.self, port);
            if (port.upHeard) {
                port.self.ear.down(port.peer.self, port.number);
            }
            Station<F> now = stations.get(port.peer.self);
            if (now != null) {
                connectLater(port.self, now);
            }
        });
    }

    private void endBoth(Port<F> first) {
        end(first, false);
        if (first.other != null) {
            end(first.other, false);
        }
    }

    void crash(NodeName self) {
        remove(self, false);
    }

    void close(NodeName self) {
        remove(self, true);
    }

    private void remove(NodeName self, boolean whole) {
        Station<F> station = stations.get(self);
        if (station == null || station.gone) {
            return;
        }
        station.gone = true;
        for (Port<F> each : List.copyOf(station.ports.values())) {
            if (each.other != null) {
                end(each.other, whole);
            }
        }
        station.ports.clear();
    }

    // ---- faults

    private boolean isCut(NodeName from, NodeName to) {
        return cuts.stream().anyMatch(each -> each.from().equals(from) && each.to().equals(to));
    }

    /// From now on nothing of one gets to the other, until the owner heals it; in time both see the link end.
    void cut(NodeName owner, NodeName from, NodeName to) {
        cuts.add(new Cut(owner, from, to));
        Station<F> deaf = stations.get(to);
        Port<F> port = deaf == null ? null : deaf.ports.get(from);
        if (port != null) {
            agenda.after(DETECTOR / 2 + chance.nextLong(DETECTOR / 2), () -> endBoth(port));
        }
    }

    /// See {@link mirrorlab.node.Network#disturb}. Heartbeats are not carried here: what is silent, and for how long, follows
    /// from the fault.
    void disturb(NodeName from, NodeName to, LinkFault fault) {
        LinkFault before = ways.disturb(from, to, fault);
        Station<F> ear = stations.get(to);
        Port<F> port = ear == null || ear.gone ? null : ear.ports.get(from);
        if (port == null || port.ending) {
            connectAgain(from, to);
            return;
        }
        if (!fault.isCut()) {
            port.lastArrival = agenda.now();
            port.arriving.stream().filter(each -> !each.due).forEach(each -> plan(port, each));
        }
        long silence = fault.isCut()
                ? Long.MAX_VALUE / 2
                : MILLI * Math.max(0, fault.delayMillis() - before.delayMillis());
        silent(port, agenda.now() + silence);
    }

    private void silent(Port<F> port, long until) {
        port.silentUntil = until;
        long left = until - agenda.now();
        if (left <= SUSPICION) {
            agenda.after(Math.max(1, left), () -> suspect(port, false));
            return;
        }
        agenda.after(SUSPICION, () -> {
            if (port.silentUntil > agenda.now()) {
                suspect(port, true);
                if (until - agenda.now() < DETECTOR) {
                    agenda.at(until, () -> suspect(port, port.silentUntil > agenda.now()));
                }
            }
        });
        agenda.after(DETECTOR, () -> {
            if (port.silentUntil == until && until > agenda.now() && !port.ending && !port.self.gone) {
                endBoth(port);
            }
        });
    }

    private void suspect(Port<F> port, boolean missing) {
        if (port.upHeard && !port.ending && !port.self.gone && port.suspected != missing) {
            port.suspected = missing;
            port.self.ear.suspected(port.peer.self, port.number, missing);
        }
    }

    private void connectAgain(NodeName one, NodeName other) {
        Station<F> here = stations.get(one);
        Station<F> there = stations.get(other);
        if (here != null && there != null) {
            connectLater(here, there);
        }
    }

    void heal(NodeName owner, NodeName peer) {
        if (!ways.fault(owner, peer).isNone()) {
            disturb(owner, peer, LinkFault.NONE);
        }
        cuts.removeIf(each -> each.owner().equals(owner) && (each.from().equals(peer) || each.to().equals(peer)));
        connectAgain(owner, peer);
    }

    /// The link between two nodes ends and comes back, though both live.
    void flap(NodeName one, NodeName other) {
        Station<F> station = stations.get(one);
        Port<F> port = station == null || station.gone ? null : station.ports.get(other);
        if (port != null) {
            endBoth(port);
        }
    }

    /// The node does nothing any more, and does not know it.
    ///
    /// @param silent called when the others notice, and go on without it
    void freeze(NodeName self, Runnable silent) {
        Station<F> station = stations.get(self);
        if (station != null && !station.frozen) {
            station.frozen = true;
            long freeze = ++station.freezes;
            agenda.after(SUSPICION, () -> {
                if (station.frozen && station.freezes == freeze) {
                    others(station).forEach(each -> suspect(each, true));
                }
            });
            agenda.after(DETECTOR, () -> {
                if (station.frozen && station.freezes == freeze && !station.gone) {
                    silent.run();
                    List.copyOf(station.ports.values()).forEach(this::endBoth);
                }
            });
        }
    }

    private List<Port<F>> others(Station<F> station) {
        List<Port<F>> others = new ArrayList<>();
        for (Port<F> each : station.ports.values()) {
            if (each.other != null) {
                others.add(each.other);
            }
        }
        return others;
    }

    void thaw(NodeName self) {
        Station<F> station = stations.get(self);
        if (station != null && station.frozen) {
            station.frozen = false;
            others(station).forEach(each -> suspect(each, false));
            List.copyOf(station.ports.values()).forEach(this::deliver);
            stations.values().forEach(each -> connectLater(station, each));
        }
    }

    // ---- for those who look

    /// What is under way from one to the other, in order.
    List<F> underWay(NodeName from, NodeName to) {
        Station<F> station = stations.get(to);
        Port<F> port = station == null ? null : station.ports.get(from);
        List<F> all = new ArrayList<>();
        if (port != null) {
            for (Item<F> each : port.arriving) {
                if (each.frame != null) {
                    all.add(each.frame);
                }
            }
        }
        return all;
    }
}
