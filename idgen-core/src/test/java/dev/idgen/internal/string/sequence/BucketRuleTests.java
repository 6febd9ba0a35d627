package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.time.Window;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the rules of a bucket answer, and which part they choose; {@link BucketRuleTranscriptTests} has when they grant.
 * A value is written as slot, recovery, since, part, position, entered and ends. It is 100000 o'clock, the latest doubt
 * was at 50000, and 10 numbers are wanted, unless a case says otherwise. A part has 96 numbers, and a slot of 375 ms
 * has 4.
 */
class BucketRuleTests {

    private static final BucketLayout SMALL = new BucketLayout(4, 9);
    private static final long TTL = 10_000;

    private final BucketRule rule = new BucketRule(SMALL, SMALL.rule(TTL));

    /** What differs in a case, by name. */
    private static final class Case {

        private final Map<String, String> given = new HashMap<>();

        Case(@Nullable String text) {
            if (text != null) {
                Arrays.stream(text.split(" ", -1))
                        .map(term -> term.split("=", 2))
                        .forEach(term -> given.put(term[0], term[1]));
            }
        }

        long number(String name, long otherwise) {
            return Long.parseLong(given.getOrDefault(name, Long.toString(otherwise)));
        }

        long now() {
            return number("now", 100_000);
        }

        GroupValue group() {
            return new GroupValue("a", 3, number("doubt", 50_000), LeaseText.empty());
        }
    }

    private static @Nullable BucketValue value(String text) {
        if (text.equals("none")) {
            return null;
        }
        Object[] parts = text.split(" ", -1);
        return BucketValue.parse(
                        String.format("slot=%s recovery=%s since=%s part=%s position=%s entered=%s ends=%s", parts))
                .orElseThrow();
    }

    private static String shown(@Nullable BucketValue value) {
        return value == null ? "same" : value.toString().replaceAll("[a-z]+=", "");
    }

    private static String shown(LeaseReply answer) {
        if (answer instanceof BucketGranted grant) {
            Window window = grant.window();
            return grant.first() + "+" + grant.count() + " in " + window.notBefore() + ".." + window.notAfter();
        }
        return answer instanceof Locked locked
                ? "locked for " + locked.millis() + " " + locked.cause()
                : answer.getClass().getSimpleName();
    }

    private static void assertStep(BucketStep step, String next, String answer) {
        assertThat(shown(step.next())).isEqualTo(next);
        assertThat(shown(step.answer())).isEqualTo(answer);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            never used                  | none                                               |                        | 0 0 a/3/50000 3 10 0,0,0,100000 0,0,0,110000           | 288+10 in 100000..110000
            stay                        | 0 0 a/3/50000 1 20 0,90000,0,0 0,97000,0,0         |                        | 0 0 a/3/50000 1 30 0,90000,0,0 0,110000,0,0            | 116+10 in 90000..110000
            stay, few numbers are left  | 0 0 a/3/50000 1 90 0,90000,0,0 0,97000,0,0         |                        | 0 0 a/3/50000 1 96 0,90000,0,0 0,110000,0,0            | 186+6 in 90000..110000
            stay, wrong clock           | 0 0 a/3/50000 1 20 0,90000,0,0 0,97000,0,0         | believed=0             | 0 0 a/3/50000 1 30 0,90000,0,0 0,110000,0,0            | 116+10 in 90000..110000
            used up, wrong clock        | 0 0 a/3/50000 1 96 0,90000,0,0 0,97000,0,0         | believed=0             | same                                                   | locked for 200 CLOCK
            windows of the part open    | 0 0 a/3/50000 1 96 0,90000,0,0 0,97000,0,100000    |                        | 0 0 a/3/50000 0 10 100000,90000,0,0 110000,97000,0,100000 | 0+10 in 100000..110000
            windows of all parts open   | 0 0 a/3/50000 1 96 0,0,0,0 104000,105000,103000,106000 |                    | same                                                   | locked for 3001 OVERFLOW
            overflow beats wrong clock  | 0 0 a/3/50000 1 96 0,0,0,0 104000,105000,103000,106000 | believed=0         | same                                                   | locked for 3001 OVERFLOW

            slot is not over            | none                                               | doubt=98000            | same                                                   | locked for 250 DOUBT
            recovery, never used           | none                                               | doubt=97000            | 97125 4  0 0 0,0,0,0 0,0,0,0                           | 392+4 in 99125..111000
            recovery, moment before        | none                                               | doubt=97000 now=99124  | same                                                   | locked for 1 DOUBT
            recovery, later slot           | 97500 1 x 1 20 0,90000,0,0 0,97000,0,0             | doubt=97000            | same                                                   | locked for 9000 RECOVERY
            recovery, used up              | 97125 4 x 1 20 0,90000,0,0 0,97000,0,0             | doubt=97000            | same                                                   | locked for 9000 RECOVERY
            recovery, wrong clock          | none                                               | doubt=97000 believed=0 | same                                                   | locked for 200 CLOCK
            """)
    void lease(String name, String value, @Nullable String differs, String next, String answer) {
        Case given = new Case(differs);
        int count = (int) given.number("count", 10);
        LeaseQuestion question = new LeaseQuestion(count, count, 3, given.number("believed", 1) == 1);
        assertStep(rule.lease(given.group(), value(value), given.now(), question), next, answer);
    }

    /** The lease to extend: 110 to 119, from 90000 on. It was told to end at 105000. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            much is missing                | 0 0 a/3/50000 1 20 0,90000,0,0 0,97000,0,0  |              | 0 0 a/3/50000 1 20 0,90000,0,0 0,110000,0,0 | 110+10 in 90000..110000
            told to end before             | 0 0 a/3/50000 1 20 0,90000,0,0 0,97000,0,0  | doubt=103001 | same                                        | Ended
            recovery                          | none                                        | first=384    | same                                        | Ended
            """)
    void extend(String name, String value, @Nullable String differs, String next, String answer) {
        Case given = new Case(differs);
        int first = (int) given.number("first", 110);
        BucketGranted held = new BucketGranted(first, 10, new Window(90_000, 105_000), 95_000);
        assertStep(rule.extend(given.group(), value(value), given.now(), held, 105_000), next, answer);
    }
}
