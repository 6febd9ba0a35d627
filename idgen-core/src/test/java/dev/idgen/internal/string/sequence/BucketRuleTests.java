package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.ExtendQuestion;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.BucketRule.Seen;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.time.Window;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of a bucket, case by case. A value is written as run, quarter, position, entered, last and ends. It is 100000 o'clock in
 * run {@code a}, a quarter has 100 numbers, the ttl is 10000, and 10 numbers are wanted, unless a case says otherwise.
 */
class BucketRuleTests {

    private static final long NOW = 100_000;
    private static final long TTL = 10_000;
    private static final int SIZE = 100;

    private final BucketRule rule = new BucketRule();

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

        boolean is(String name, boolean otherwise) {
            return Boolean.parseBoolean(given.getOrDefault(name, Boolean.toString(otherwise)));
        }

        Circumstances at() {
            String run = given.getOrDefault("run", "a");
            return new Circumstances(
                    number("now", NOW),
                    number("expected", 0),
                    is("trusted", true),
                    run.equals("untold") ? Look.UNTOLD : run,
                    number("epoch", 0));
        }

        Seen seen() {
            return new Seen(number("seen", 0), (int) number("position", 0));
        }
    }

    private static @Nullable BucketValue value(String text) {
        if (text.equals("none")) {
            return null;
        }
        String[] parts = text.split(" ", -1);
        return BucketValue.parse(String.format(
                        "run=%s epoch=3 quarter=%s position=%s entered=%s last=%s ttl=%d ends=%s",
                        parts[0], parts[1], parts[2], parts[3], parts[4], TTL, parts[5]))
                .orElseThrow();
    }

    private static String shown(@Nullable BucketValue value) {
        return value == null
                ? "same"
                : value.run() + " " + value.quarter() + " " + value.position() + " " + value.entered() + " "
                        + value.last() + " "
                        + value.ends().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String shown(LeaseReply answer) {
        if (answer instanceof BucketGranted grant) {
            Window window = grant.window();
            return grant.first() + "+" + grant.count() + " in " + window.notBefore() + ".." + window.notAfter() + " "
                    + grant.happened();
        }
        if (answer instanceof Locked locked) {
            return "locked for " + locked.millis() + " " + locked.happened();
        }
        return answer instanceof Ended ended
                ? "ended " + ended.happened()
                : answer.getClass().getSimpleName();
    }

    private BucketStep lease(String value, @Nullable String differs) {
        Case given = new Case(differs);
        return rule.lease(
                value(value),
                given.at(),
                new LeaseQuestion(
                        (int) given.number("count", 10),
                        SIZE,
                        given.number("ttl", TTL),
                        (int) given.number("quarter", 3),
                        given.seen(),
                        given.is("lost", true),
                        given.is("closed", false),
                        given.number("max-lead", 60_000),
                        given.is("may-lead", true)));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            numbers of the stay               | a 1 20 90000 95000 0,97000,0,0      |                           | a 1 30 90000 100000 0,110000,0,0        | 120+10 in 90000..110000 NOTHING
            rest of a quarter                 | a 1 95 90000 95000 0,97000,0,0      |                           | a 1 100 90000 100000 0,110000,0,0       | 195+5 in 90000..110000 NOTHING
            end of a window stays             | a 1 20 90000 95000 0,120000,0,0     |                           | a 1 30 90000 100000 0,120000,0,0        | 120+10 in 90000..110000 NOTHING
            none                              | a 1 20 90000 95000 0,97000,0,0      | count=0                   | same                                    | 120+0 in 90000..110000 NOTHING
            another ttl                       | a 1 20 90000 95000 0,97000,0,0      | ttl=20000                 | same                                    | OtherTtl
            closed by hand                    | a 1 20 90000 95000 0,97000,0,0      | closed=true               | same                                    | locked for 1000 OPERATOR

            begins ahead                      | a 1 0 105000 95000 0,97000,0,0      |                           | a 1 10 105000 100000 0,110000,0,0       | 100+10 in 105000..110000 NOTHING
            begins ahead, which is not wanted | a 1 0 105000 95000 0,97000,0,0      | may-lead=false            | same                                    | 100+0 in 105000..110000 NOTHING
            begins ahead by what is allowed   | a 1 0 105000 95000 0,97000,0,0      | max-lead=5000             | a 1 10 105000 100000 0,110000,0,0       | 100+10 in 105000..110000 NOTHING
            begins further ahead              | a 1 0 105000 95000 0,97000,0,0      | max-lead=4999             | same                                    | locked for 1 NOTHING
            a second is of use                | a 1 0 109000 95000 0,97000,0,0      |                           | a 1 10 109000 100000 0,110000,0,0       | 100+10 in 109000..110000 NOTHING
            less is not                       | a 1 0 109001 95000 0,97000,0,0      |                           | same                                    | locked for 1 NOTHING

            overflow                          | a 1 100 90000 95000 0,97000,0,0     |                           | a 2 10 100000 100000 0,97000,110000,0   | 200+10 in 100000..110000 OVERFLOW
            overflow of the last quarter      | a 3 100 90000 95000 0,0,0,97000     |                           | a 0 10 100000 100000 110000,0,0,97000   | 0+10 in 100000..110000 OVERFLOW
            overflow, windows not closed      | a 1 100 90000 95000 0,97000,105000,0 |                          | a 2 10 105001 100000 0,97000,110000,0   | 200+10 in 105001..110000 OVERFLOW
            overflow, noted only              | a 1 100 90000 95000 0,97000,105000,0 | may-lead=false           | a 2 0 105001 95000 0,97000,105000,0     | 200+0 in 105001..110000 OVERFLOW
            overflow, windows too long        | a 1 100 90000 95000 0,97000,109500,0 |                          | a 2 0 109501 95000 0,97000,109500,0     | locked for 501 OVERFLOW
            overflow of a stay that leads     | a 1 100 104000 95000 0,97000,0,0    |                           | a 2 10 104001 100000 0,97000,110000,0   | 200+10 in 104001..110000 OVERFLOW

            another run                       | b 1 20 90000 95000 0,97000,0,0      |                           | a 3 0 112001 95000 0,97000,0,0          | locked for 3001 FAILOVER
            no run                            | - 1 20 90000 95000 0,97000,0,0      |                           | a 3 0 112001 95000 0,97000,0,0          | locked for 3001 FAILOVER
            a later epoch                     | a 1 20 90000 95000 0,97000,0,0      | epoch=4                   | a 3 0 112001 95000 0,97000,0,0          | locked for 3001 FAILOVER
            an earlier epoch                  | a 1 20 90000 95000 0,97000,0,0      | epoch=2                   | a 3 0 112001 95000 0,97000,0,0          | locked for 3001 FAILOVER
            the same epoch                    | a 1 20 90000 95000 0,97000,0,0      | epoch=3                   | a 1 30 90000 100000 0,110000,0,0        | 120+10 in 90000..110000 NOTHING
            doubt, closed by hand             | b 1 20 90000 95000 0,97000,0,0      | closed=true               | a 3 0 112001 95000 0,97000,0,0          | locked for 1000 OPERATOR
            doubt, the same quarter           | b 3 20 90000 95000 0,97000,0,0      |                           | a 0 0 112001 95000 0,97000,0,0          | locked for 3001 FAILOVER
            doubt, a later time expected      | b 1 20 90000 95000 0,97000,0,0      | expected=101000           | a 3 0 113001 95000 0,97000,0,0          | locked for 4001 FAILOVER
            doubt, granted from later         | b 1 20 90000 101000 0,97000,0,0     |                           | a 3 0 113001 101000 0,97000,0,0         | locked for 4001 FAILOVER
            doubt, a window closes later      | b 1 20 90000 95000 0,97000,0,113000 |                           | a 3 0 113001 95000 0,97000,0,113000     | locked for 4001 FAILOVER
            doubt, entered later              | b 1 20 113000 95000 0,97000,0,0     |                           | a 3 0 113001 95000 0,97000,0,0          | locked for 4001 FAILOVER

            missing, perhaps being made       | none                                | lost=false                | same                                    | BucketUnborn
            missing                           | none                                |                           | a 0 0 112001 0 0,0,0,0                  | locked for 3001 LOST
            a later stay was seen             | a 1 20 90000 95000 0,97000,0,0      | seen=90001                | a 3 0 112001 95000 0,97000,0,0          | locked for 3001 LOST
            a later position was seen         | a 1 20 90000 95000 0,97000,0,0      | seen=90000 position=21    | a 3 0 112001 95000 0,97000,0,0          | locked for 3001 LOST
            nothing later was seen            | a 1 20 90000 95000 0,97000,0,0      | seen=90000 position=20    | a 1 30 90000 100000 0,110000,0,0        | 120+10 in 90000..110000 NOTHING
            an earlier stay was seen          | a 1 20 90000 95000 0,97000,0,0      | seen=89999 position=99    | a 1 30 90000 100000 0,110000,0,0        | 120+10 in 90000..110000 NOTHING
            made anew, and had numbers before | a 1 0 90000 90000 0,0,0,0           | seen=89999 position=1     | a 3 0 112001 90000 0,0,0,0              | locked for 3001 LOST
            made anew, and had none before    | a 1 0 90000 90000 0,0,0,0           | seen=89999                | a 1 10 90000 100000 0,110000,0,0        | 100+10 in 90000..110000 NOTHING

            wrong clock                       | a 1 20 90000 95000 0,97000,0,0      | trusted=false             | a 1 30 90000 100000 0,110000,0,0        | 120+10 in 90000..110000 NOTHING
            wrong clock, doubt                | b 1 20 90000 95000 0,97000,0,0      | trusted=false             | - 1 20 90000 95000 0,97000,0,0          | locked for 200 CLOCK
            wrong clock, marked doubt         | - 1 20 90000 95000 0,97000,0,0      | trusted=false             | same                                    | locked for 200 CLOCK
            wrong clock, missing              | none                                | trusted=false             | - 3 0 0 0 0,0,0,0                       | locked for 200 CLOCK
            mark in the place of a value      | - 3 0 0 0 0,0,0,0                   |                           | a 0 0 112001 0 0,0,0,0                  | locked for 3001 FAILOVER

            run not told                      | b 1 20 90000 95000 0,97000,0,0      | run=untold                | b 1 30 90000 100000 0,110000,0,0        | 120+10 in 90000..110000 NOTHING
            run not told, missing             | none                                | run=untold                | - 0 0 112001 0 0,0,0,0                  | locked for 3001 LOST
            run not told, mark                | - 3 0 0 0 0,0,0,0                   | run=untold                | - 0 0 112001 0 0,0,0,0                  | locked for 3001 FAILOVER
            """)
    void lease(String name, String value, @Nullable String differs, String next, String answer) {
        BucketStep step = lease(value, differs);
        assertThat(shown(step.next())).isEqualTo(next);
        assertThat(shown(step.answer())).isEqualTo(answer);
    }

    /** The lease to extend: 110 to 119, from 90000 on. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            much is missing              | a 1 20 90000 95000 0,97000,0,0   |                        | a 1 20 90000 100000 0,110000,0,0 | 110+10 in 90000..110000 NOTHING
            a little is missing          | a 1 20 90000 95000 0,109650,0,0  |                        | same                             | 110+10 in 90000..109650 NOTHING
            a little more is missing     | a 1 20 90000 95000 0,109649,0,0  |                        | a 1 20 90000 100000 0,110000,0,0 | 110+10 in 90000..110000 NOTHING
            recorded longer than allowed | a 1 20 90000 95000 0,115000,0,0  |                        | same                             | 110+10 in 90000..110000 NOTHING
            quarter is used up           | a 1 100 90000 95000 0,97000,0,0  |                        | a 1 100 90000 100000 0,110000,0,0 | 110+10 in 90000..110000 NOTHING
            wrong clock                  | a 1 20 90000 95000 0,97000,0,0   | trusted=false          | a 1 20 90000 100000 0,110000,0,0 | 110+10 in 90000..110000 NOTHING
            another stay                 | a 1 20 90001 95000 0,97000,0,0   |                        | same                             | ended NOTHING
            another quarter              | a 2 20 90000 95000 0,97000,0,0   |                        | same                             | ended NOTHING
            another ttl                  | a 1 20 90000 95000 0,97000,0,0   | ttl=20000              | same                             | ended NOTHING
            closed by hand               | a 1 20 90000 95000 0,97000,0,0   | closed=true            | same                             | ended NOTHING
            another run                  | b 1 20 90000 95000 0,97000,0,0   |                        | same                             | ended FAILOVER
            another epoch                | a 1 20 90000 95000 0,97000,0,0   | epoch=4                | same                             | ended FAILOVER
            later position was seen      | a 1 20 90000 95000 0,97000,0,0   | seen=90000 position=21 | same                             | ended LOST
            missing                      | none                             |                        | same                             | ended LOST
            """)
    void extend(String name, String value, @Nullable String differs, String next, String answer) {
        Case given = new Case(differs);
        BucketGranted held = new BucketGranted(110, 10, new Window(90_000, 105_000), Happened.NOTHING, 95_000);
        BucketStep step = rule.extend(
                value(value),
                given.at(),
                new ExtendQuestion(held, SIZE, given.number("ttl", TTL), given.seen(), given.is("closed", false)));
        assertThat(shown(step.next())).isEqualTo(next);
        assertThat(shown(step.answer())).isEqualTo(answer);
    }
}
