package mirrorlab.simulation;
import java.util.*;
public final class Try {
    public static void main(String[] a) throws Exception {
        long t = System.nanoTime();
        if (a.length > 2) {
            String pattern = a.length > 3 ? a[3] : null;
            long seed = Long.parseLong(a[0]);
            SplittableRandom chance = new SplittableRandom(seed);
            SimulationOptions options = SimulationOptions.any(chance);
            Tampering trace = (c, from, to, m) -> {
                if (pattern != null && (m.getClass().getSimpleName() + m).matches(pattern))
                    c.journal(c.node(to), new mirrorlab.journal.Happening.Noted("msg", from + " -> " + m));
                return List.of(m);
            };
            SimulatedCluster cluster = new SimulatedCluster(chance.nextLong(), options.nodes(), trace);
            String broken = "";
            try {
                new Fate(cluster, options, chance.split()).run();
            } catch (InvariantBroken e) {
                broken = e.getMessage();
                if (e.getCause() != null)
                    e.getCause().printStackTrace(System.out);
            }
            var j = cluster.journal();
            int n = Integer.parseInt(a[2]);
            j.stream().skip(Math.max(0, j.size() - n)).forEach(e -> System.out
                    .println((e.clock() >>> 16) + " " + e.origin() + "." + e.incarnation() + " " + e.happening()));
            for (SimulatedNode node : cluster.nodes())
                System.out.println(node.name + "." + node.incarnation + " serves=" + node.serves() + " meta="
                        + dump(call(node.broker, "metadata")));
            System.out.println(options);
            System.out.println(broken);
            return;
        }
        Simulation.run(Long.parseLong(a[0]), Integer.parseInt(a[1]), false, System.out);
        System.out.println((System.nanoTime() - t) / 1000000 + " ms");
    }
    static Object call(Object o, String m) throws Exception {
        var x = o.getClass().getDeclaredMethod(m);
        x.setAccessible(true);
        return x.invoke(o);
    }
    static String dump(Object o) throws Exception {
        StringBuilder s = new StringBuilder();
        for (var f : o.getClass().getDeclaredFields()) {
            f.setAccessible(true);
            Object v = f.get(o);
            String name = f.getName();
            if (name.equals("state") || name.equals("links"))
                continue;
            if (v != null && v.getClass().getName().contains("multicast"))
                v = dump(v);
            s.append(name).append('=').append(v).append(' ');
        }
        return s.toString();
    }
}
