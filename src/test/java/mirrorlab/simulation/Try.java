package mirrorlab.simulation;
public final class Try {
    public static void main(String[] a) {
        long t=System.nanoTime();
        if (a.length>2) {
            Simulation.Outcome o = Simulation.play(Long.parseLong(a[0]), Tampering.NONE);
            int n = Integer.parseInt(a[2]);
            o.journal().stream().skip(Math.max(0,o.journal().size()-n)).forEach(e -> System.out.println((e.clock()>>>16)+" "+e.origin()+"."+e.incarnation()+" "+e.happening()));
            System.out.println(o.options()); System.out.println(o.broken());
            return;
        }
        Simulation.run(Long.parseLong(a[0]), Integer.parseInt(a[1]), false, System.out);
        System.out.println((System.nanoTime()-t)/1000000+" ms");
    }
}
