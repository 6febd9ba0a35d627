package dev.idgen.simulation;
import dev.idgen.internal.string.sequence.OmittedRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
@ExtendWith(Silence.class)
class SearchTests {
    @Test void search() {
        for (OmittedRule rule : OmittedRule.values()) {
            String o = "-", d = "-"; long t = System.nanoTime();
            for (long seed = 0; seed < Long.getLong("seeds", 60); seed++) {
                Outcome outcome = World.play(Scenarios.of(seed), rule);
                if (outcome.duplicates() > 0) { d = seed + ":" + outcome.duplicates(); break; }
                if (outcome.overlaps() > 0 && o.equals("-")) o = seed + ":" + outcome.overlaps();
            }
            System.out.println("RULE " + rule.name() + " dup " + d + " overlap " + o + " " + (System.nanoTime() - t) / 1000000 + " ms");
        }
        for (BeyondAssumptions broken : BeyondAssumptions.values()) System.out.print(broken.row());
    }
}
