package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What follows from a doubt; {@link GroupRuleTranscriptTests} has what is one, and the slots. The look is at 5000, in
 * run {@code b} and epoch 3.
 */
class GroupRuleTests {

    private static final LeaseText TERMS = LeaseText.parse("zone=Z");

    private final GroupRule rule = new GroupRule(10_000, 32, 2000);

    private static @Nullable GroupValue read(@Nullable String text) {
        return text == null ? null : GroupValue.of(read("b", 3, text)).orElseThrow();
    }

    private static Snapshot read(String run, long epoch, String text) {
        return new Snapshot(5000, run, epoch, List.of(GroupValue.NAME), Map.of(GroupValue.NAME, text));
    }

    @ParameterizedTest
    @CsvSource({
        "run=b epoch=3",
        "run=b epoch=x doubted=1",
        "run=b epoch=3 doubted=-1",
        "nonsense",
        "run=b epoch=3 doubted=9223372036854775807"
    })
    void textThatIsNoValueIsNotRead(String text) {
        assertThat(GroupValue.of(read("b", 3, text))).isEmpty();
    }

    /** A sum that overflows would be a time long ago. */
    @Test
    void latestDoubtThatCanBeReadIsNotOver() {
        long most = LeaseText.MOST;
        GroupValue latest = Objects.requireNonNull(read("run=b epoch=3 doubted=" + most));
        GroupRule longest = new GroupRule(Duration.ofMinutes(10).toMillis(), 32, 4000);
        assertThat(List.of(longest.settles(latest), longest.opens(latest), longest.recoveryEnd(latest, most)))
                .allMatch(time -> time > most);
        assertThat(longest.reaches(latest, most)).isFalse();
    }

    private static GroupValue doubted(long millis) {
        return new GroupValue("b", 3, millis, TERMS);
    }

    @Test
    void restIsGrantedOnceAllEarlierWindowsHaveClosed() {
        assertThat(rule.settles(doubted(5))).isEqualTo(12_005);
        assertThat(rule.recoveryEnd(doubted(5), 0)).isEqualTo(14_005);
        GroupRule none = new GroupRule(15_000, 0, 4000);
        assertThat(none.opens(doubted(7))).as("without slots").isEqualTo(none.settles(doubted(7)));
        assertThat(none.slotMillis()).isZero();
    }

    /** The look is at 5000, and leases under the earlier terms last 4000. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            regular                    | run=b epoch=3 doubted=100                           | 0    | begin=11000 run=b epoch=3 doubted=11000
            only recovery were granted | run=b epoch=3 doubted=4000                          | 0    | begin=11000 run=b epoch=3 doubted=5000
            doubted now                | run=a epoch=3 doubted=4000                          | 0    | begin=11000 run=b epoch=3 doubted=5000
            nothing was granted        | run=b epoch=3 doubted=4500 since=4400               | 0    | begin=5000 run=b epoch=3 doubted=5000
            replaced before they began | run=b epoch=3 doubted=4500 since=4400 begin=20000   | 0    | begin=20000 run=b epoch=3 doubted=5000
            local time is behind       | run=b epoch=3 doubted=4000                          | 3600 | begin=14600 run=b epoch=3 doubted=5000
            """)
    void otherTermsBeginWhenAllEarlierWindowsHaveClosed(String name, String stored, long behind, String next) {
        GroupValue value = Objects.requireNonNull(read(stored));
        GroupValue replaced = rule.replaced(value, read("b", 3, stored), TERMS, 4000, behind);
        assertThat(replaced).hasToString("zone=Z " + next);
        assertThat(rule.opens(replaced)).isGreaterThan(replaced.begin() + GroupRule.MARGIN_MILLIS);
    }
}
