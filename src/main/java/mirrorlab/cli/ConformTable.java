package mirrorlab.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mirrorlab.lab.conform.Concern;
import mirrorlab.lab.conform.Difference;
import mirrorlab.lab.conform.Verdict;

/// The command's answer: a line for each scenario, its differences with the rules they concern, and the totals.
final class ConformTable {
    private static final int LONGEST = 200;
    private final PrintWriter out;

    ConformTable(PrintWriter out) {
        this.out = out;
    }

    /// @param seconds
    ///            how long all of it took
    /// @return true when everything that was run agrees, or differs on principle
    boolean print(Map<String, Verdict> verdicts, double seconds) {
        int width = verdicts.keySet().stream().mapToInt(String::length).max().orElse(1);
        out.println();
        verdicts.forEach((name, verdict) -> {
            out.println(name + " ".repeat(width - name.length()) + "  " + word(verdict));
            verdict.differences().forEach(each -> difference(name, each));
        });
        long agree = verdicts.values().stream().filter(Verdict::agrees).count();
        long differ = verdicts.values().stream().filter(Verdict::differs).count();
        long onPrinciple = verdicts.values().stream().filter(Verdict::differsOnPrinciple).count();
        out.println();
        out.println(verdicts.size() + " scenarios: " + agree + " agree, " + differ + " differ, "
                + (onPrinciple == 0 ? "" : onPrinciple + " differ on principle, ")
                + (verdicts.size() - agree - differ - onPrinciple) + " not yet run; in " + Math.round(seconds) + " s");
        out.println(verdicts.values().stream().mapToLong(each -> each.coherence().forecasts()).sum()
                + " times it was forecast what a kill or a stop makes of a queue, "
                + verdicts.values().stream().mapToLong(each -> each.coherence().open()).sum()
                + " times with something left open");
        out.flush();
        return differ == 0;
    }

    private static String word(Verdict verdict) {
        if (!verdict.coverage().isRun()) {
            return "not yet run: " + verdict.coverage().notYet();
        }
        if (!verdict.fault().isEmpty()) {
            return "differs: " + verdict.fault() + times(verdict) + standstill(verdict);
        }
        String leftOut = verdict.coverage().leftOut().isEmpty()
                ? ""
                : ", not yet run: rabbitmqctl in step " + verdict.coverage().leftOut().stream().map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return (verdict.agrees() ? "agrees" : "differs in " + places(verdict.differences().size()))
                + "  " + ConformRun.seconds(verdict.seconds()) + " s" + leftOut + times(verdict)
                + (verdict.agrees() ? "" : standstill(verdict))
                + (verdict.differsOnPrinciple() ? ", on principle: " + verdict.reason() : "");
    }

    private static String times(Verdict verdict) {
        return verdict.times() == 1 ? "" : ", played " + verdict.times() + " times";
    }

    private static String standstill(Verdict verdict) {
        return verdict.standstill() == 0
                ? ""
                : ", while the machine stood still for " + ConformRun.seconds(verdict.standstill()) + " s";
    }

    private static String places(int number) {
        return number == 1 ? "1 place" : number + " places";
    }

    private void difference(String scenario, Difference difference) {
        List<String> rules = Concern.of(scenario, difference);
        out.println("    step " + difference.step() + "  " + difference.path()
                + (rules.isEmpty() ? "" : "  (" + String.join(", ", rules) + ")"));
        out.println("        expected " + shown(difference.expected()));
        out.println("        got      " + shown(difference.got()));
    }

    private static String shown(JsonNode value) {
        String text = value.isMissingNode() ? "nothing" : value.toString();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
