package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.proof.Cases;
import dev.idgen.proof.DoubtFormulas;
import dev.idgen.proof.DoubtFormulas.Group;
import dev.idgen.proof.Kept;
import dev.idgen.proof.Num;
import dev.idgen.proof.Truth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The formulas that are proved say what the shipped rule of doubts does, and what is assumed of slots is true of the shipped ones. */
class GroupRuleTranscriptTests {

    private static final int CASES = 30_000;
    private static final long NOW = 1_000_000;

    private final Cases random = new Cases(20_26, List.of(0L, NOW));

    @Test
    void doubtIsAsProved() {
        GroupRule rule = new GroupRule(10_000, 32, 2000);
        DoubtFormulas formulas = new DoubtFormulas(Kept.all());
        for (int i = 0; i < CASES; i++) {
            GroupValue value = random.chance(10) ? null : random.group();
            Group group = value == null ? Group.NONE : Cases.terms(value);
            Snapshot snapshot = random.read(random.moment());
            long seen = random.moment();
            Truth isDoubted = formulas.isDoubted(group, Cases.terms(snapshot), Num.of(seen));
            assertThat(Truth.of(rule.isDoubted(value, snapshot, seen))).isEqualTo(isDoubted);
            GroupValue noted = rule.noted(value, snapshot, seen, LeaseText.empty());
            assertThat(Cases.terms(noted)).isEqualTo(formulas.noted(group, Cases.terms(snapshot), Num.of(seen)));
            random.happened("doubt", isDoubted);
            random.happened("none", isDoubted.not());
        }
        random.assertHappenedOften("doubt", "none");
    }

    @Test
    void sameSlotComesBackOnlyAfterAllOthers() {
        for (int i = 0; i < CASES; i++) {
            GroupRule rule = new GroupRule(1000 + random.below(60_000), 1 + random.below(32), random.below(5000));
            long all = rule.slots() * rule.slotMillis();
            assertThat(all).isGreaterThanOrEqualTo(rule.ttlMillis() + rule.overMillis());
            long first = random.moment();
            long second = first + random.below((int) (2 * all));
            long end = rule.slotEnd(doubted(first));
            long apart = rule.slotEnd(doubted(second)) - end;
            assertThat(end).isGreaterThan(first);
            boolean isSame = rule.slot(doubted(first)) == rule.slot(doubted(second));
            assertThat(isSame).isEqualTo(apart % all == 0);
            random.happened("same", Truth.of(isSame));
        }
        random.assertHappenedOften("same");
    }

    private static GroupValue doubted(long millis) {
        return new GroupValue("run", 0, millis, LeaseText.empty());
    }
}
