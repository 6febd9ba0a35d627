package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.ExtendQuestion;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.BucketRule.Seen;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.time.Window;
import dev.idgen.proof.BucketFormulas;
import dev.idgen.proof.BucketFormulas.Extension;
import dev.idgen.proof.BucketFormulas.Outcome;
import dev.idgen.proof.BucketFormulas.Question;
import dev.idgen.proof.BucketTerms;
import dev.idgen.proof.Cases;
import dev.idgen.proof.Kept;
import dev.idgen.proof.Num;
import dev.idgen.proof.Truth;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The formulas that are proved say what the shipped rule does. */
class BucketRuleTranscriptTests {

    private static final int CASES = 50_000;
    private static final int SIZE = 8;
    private static final long TTL = 10_000;
    private static final long NOW = 1_000_000;
    private static final List<Long> MOMENTS = List.of(
            0L, NOW - TTL, NOW, NOW + 965 * TTL / 1000, NOW + TTL - BucketRule.USE_MILLIS, NOW + TTL, NOW + 12_000);

    private final BucketFormulas formulas = new BucketFormulas(
            Kept.all(),
            Num.of(Circumstances.MARGIN_MILLIS),
            Num.of(BucketRule.USE_MILLIS),
            Num.of(Register.SWAP_LIMIT_MILLIS));
    private final Cases random = new Cases(20_26, MOMENTS);

    @Test
    void leaseIsAsProved() {
        assertThat(leasesThatDiffer(new BucketRule(), CASES)).isZero();
        random.assertHappenedOften("doubt", "mark", "grant", "refusal", "locked", "grant of none", "overflow");
    }

    @Test
    void extensionIsAsProved() {
        BucketRule rule = new BucketRule();
        for (int i = 0; i < CASES; i++) {
            BucketValue value = random.chance(20) ? null : value();
            Circumstances at = circumstances();
            int first = random.below(BucketLayout.QUARTERS * SIZE);
            long begin = value != null && !random.chance(3) ? value.entered() : random.moment();
            int quarter = first / SIZE;
            long heldEnd = begin + random.below((int) TTL);
            BucketGranted held = new BucketGranted(first, 1, new Window(begin, heldEnd), Happened.NOTHING, begin);
            ExtendQuestion question = new ExtendQuestion(held, SIZE, ttl(), seen(), random.chance(10));
            BucketStep step = rule.extend(value, at, question);
            Outcome out = formulas.extend(
                    terms(value),
                    random.terms(at),
                    new Extension(
                            Num.of(begin),
                            Num.of(quarter),
                            Num.of(question.ttl()),
                            terms(question.seen()),
                            Truth.of(question.isClosed()),
                            Num.of(question.ttl() * 965 / 1000)));
            assertThat(differ(value, step, out, heldEnd))
                    .as("%s %s %s", value, at, question)
                    .isFalse();
            random.happened("grant", out.granted());
            random.happened("write", Truth.of(step.next() != null));
            random.happened("grant by look", Truth.of(step.next() == null).and(out.granted()));
        }
        random.assertHappenedOften("grant", "write", "grant by look");
    }

    @Test
    void birthIsAsProved() {
        for (int i = 0; i < 1000; i++) {
            Circumstances at = circumstances();
            int quarter = random.below(BucketLayout.QUARTERS);
            BucketValue born = new BucketRule().born(at, quarter, TTL);
            BucketTerms proved = formulas.born(random.terms(at), Num.of(quarter), Num.of(TTL));
            assertThat(proved).isEqualTo(terms(born));
        }
    }

    private int leasesThatDiffer(BucketRule rule, int cases) {
        int different = 0;
        for (int i = 0; i < cases; i++) {
            BucketValue value = random.chance(10) ? null : value();
            Circumstances at = circumstances();
            LeaseQuestion question = new LeaseQuestion(
                    random.below(SIZE),
                    SIZE,
                    ttl(),
                    random.below(BucketLayout.QUARTERS),
                    seen(),
                    !random.chance(3),
                    random.chance(10),
                    random.chance(3) ? random.below((int) TTL) : TTL,
                    !random.chance(5));
            Outcome out = formulas.lease(terms(value), random.terms(at), terms(question));
            BucketStep step = rule.lease(value, at, question);
            different += differ(value, step, out, 0) || areOthers(step, out) ? 1 : 0;
            random.happened("doubt", out.doubted());
            random.happened("mark", out.marked());
            random.happened("grant", out.granted());
            random.happened("grant of none", out.granted().and(out.count().is(0)));
            random.happened("locked", Truth.of(step.answer() instanceof LeaseReply.Locked));
            random.happened("refusal", Truth.of(step.answer() instanceof LeaseReply.OtherTtl));
            random.happened("overflow", Truth.of(happened(step) == Happened.OVERFLOW));
        }
        return different;
    }

    private static Happened happened(BucketStep step) {
        return step.answer() instanceof BucketGranted granted ? granted.happened() : Happened.NOTHING;
    }

    /** @param heldEnd when the window ended before: an extension never shortens it */
    private static boolean differ(BucketValue before, BucketStep step, Outcome out, long heldEnd) {
        BucketValue next = step.next() == null ? before : step.next();
        if (!out.next().isSameAs(terms(next)).value()) {
            return true;
        }
        if (!(step.answer() instanceof BucketGranted granted)) {
            return out.granted().value();
        }
        return !out.granted().value()
                || granted.window().notBefore() != out.next().entered().value()
                || granted.window().notAfter() != Math.max(heldEnd, out.end().value());
    }

    private static boolean areOthers(BucketStep step, Outcome out) {
        return step.answer() instanceof BucketGranted granted
                && (granted.first()
                                != out.next().quarter().value() * SIZE
                                        + out.position().value()
                        || granted.count() != out.count().value());
    }

    private BucketValue value() {
        return new BucketValue(
                random.run(),
                random.epoch(),
                random.below(BucketLayout.QUARTERS),
                random.chance(4) ? SIZE : random.below(SIZE + 1),
                random.moment(),
                random.moment(),
                ttl(),
                IntStream.range(0, BucketLayout.QUARTERS)
                        .mapToObj(quarter -> random.moment())
                        .toList(),
                RegisterText.empty());
    }

    private long ttl() {
        return random.chance(20) ? TTL + 1 : TTL;
    }

    private Seen seen() {
        return random.chance(2) ? Seen.NOTHING : new Seen(random.moment(), random.below(SIZE + 1));
    }

    private Circumstances circumstances() {
        return random.circumstances(NOW);
    }

    private static BucketTerms terms(BucketValue value) {
        if (value == null) {
            return terms(BucketValue.none(0, TTL)).lost();
        }
        return new BucketTerms(
                Truth.of(true),
                Cases.term(value.run()),
                Num.of(value.epoch()),
                Num.of(value.quarter()),
                Num.of(value.position()),
                Num.of(value.entered()),
                Num.of(value.last()),
                Num.of(value.ttl()),
                value.ends().stream().map(Num::of).toList());
    }

    private static BucketFormulas.Seen terms(Seen seen) {
        return new BucketFormulas.Seen(Num.of(seen.entered()), Num.of(seen.position()));
    }

    private static Question terms(LeaseQuestion question) {
        return new Question(
                Num.of(question.count()),
                Num.of(question.quarterSize()),
                Num.of(question.ttl()),
                Num.of(question.randomQuarter()),
                terms(question.seen()),
                Truth.of(question.isMissingLost()),
                Truth.of(question.isClosed()),
                Num.of(question.maxLead()),
                Truth.of(question.mayLead()));
    }
}
