package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.proof.Cases;
import dev.idgen.proof.DoubtFormulas;
import dev.idgen.proof.DoubtFormulas.Group;
import dev.idgen.proof.Kept;
import dev.idgen.proof.Num;
import dev.idgen.proof.Truth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The formulas that are proved say what the shipped rule of doubts does, and what is assumed of slots is true of the shipped ones. */
class DoubtRuleTranscriptTests {

    private static final int CASES = 30_000;
    private static final long NOW = 1_000_000;

    private final Cases random = new Cases(20_26, List.of(0L, NOW));

    @Test
    void doubtIsAsProved() {
        DoubtRule rule = new DoubtRule();
        DoubtFormulas formulas = new DoubtFormulas(Kept.all());
        for (int i = 0; i < CASES; i++) {
            GroupValue value = random.chance(10) ? null : random.group();
            Group group = value == null ? Group.NONE : Cases.terms(value);
            Look look = random.look(random.moment());
            long seen = random.moment();
            Truth isDoubted = formulas.isDoubted(group, Cases.terms(look), Num.of(seen));
            assertThat(Truth.of(rule.isDoubted(value, look, seen))).isEqualTo(isDoubted);
            GroupValue noted = rule.noted(value, look, seen, RegisterText.empty());
            assertThat(Cases.terms(noted)).isEqualTo(formulas.noted(group, Cases.terms(look), Num.of(seen)));
            random.happened("doubt", isDoubted);
            random.happened("none", isDoubted.not());
        }
        random.assertHappenedOften("doubt", "none");
    }

    @Test
    void sameSlotComesBackOnlyAfterAllOthers() {
        for (int i = 0; i < CASES; i++) {
            Youth youth = new Youth(1000 + random.below(60_000), 1 + random.below(32), random.below(5000));
            long all = youth.slots() * youth.slotMillis();
            assertThat(all).isGreaterThanOrEqualTo(youth.ttl() + youth.over());
            long first = random.moment();
            long second = first + random.below((int) (2 * all));
            long end = youth.slotEnd(first);
            long apart = youth.slotEnd(second) - end;
            assertThat(end).isGreaterThan(first);
            boolean isSame = youth.slot(first) == youth.slot(second);
            assertThat(isSame).isEqualTo(apart % all == 0);
            random.happened("same", Truth.of(isSame));
        }
        random.assertHappenedOften("same");
    }
}
