package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.Window;
import dev.idgen.proof.BucketFormulas;
import dev.idgen.proof.BucketFormulas.Extension;
import dev.idgen.proof.BucketFormulas.Outcome;
import dev.idgen.proof.BucketFormulas.Question;
import dev.idgen.proof.BucketTerms;
import dev.idgen.proof.Cases;
import dev.idgen.proof.DoubtFormulas.Doubt;
import dev.idgen.proof.Kept;
import dev.idgen.proof.Num;
import dev.idgen.proof.RecoveryFormulas;
import dev.idgen.proof.Truth;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The formulas that are proved say what the shipped rule does, about each part of a bucket. */
class BucketRuleTranscriptTests {

    private static final int CASES = 30_000;
    private static final BucketLayout LAYOUT = new BucketLayout(0, 9);
    private static final int SIZE = LAYOUT.partSize();
    private static final long TTL = 10_000;
    private static final long MARGIN = GroupRule.MARGIN_MILLIS;
    private static final GroupRule RULE = LAYOUT.rule(TTL);

    /** When a slot opens. */
    private static final long NOW = 3000 * RULE.slotMillis() + MARGIN;

    private static final List<Long> MOMENTS = List.of(
            0L,
            NOW - TTL - MARGIN,
            NOW - MARGIN - RULE.slotMillis(),
            NOW - MARGIN,
            NOW,
            NOW + 965 * TTL / 1000,
            NOW + TTL);

    private final BucketRule rule = new BucketRule(LAYOUT, RULE);
    private final BucketFormulas formulas = new BucketFormulas(
            Kept.all(), new RecoveryFormulas(Kept.all(), Num.of(TTL), Num.of(MARGIN), Num.of(RULE.overMillis())));
    private final Cases random = new Cases(20_26, MOMENTS);

    @Test
    void recoveryLeaseIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            GroupValue group = random.group();
            BucketValue value = value(group);
            LeaseQuestion question = question();
            long now = now();
            Outcome out =
                    formulas.recovery(Cases.terms(group), terms(value, 0), Num.of(now), terms(question, group, false));
            BucketGranted granted = granted(rule.lease(group, value, now, question));
            boolean isRecovery = granted != null && LAYOUT.isRecovery(granted.first());
            assertThat(out.granted()).isEqualTo(Truth.of(isRecovery));
            random.happened("grant", out.granted());
            if (isRecovery) {
                int first = LAYOUT.slotFirst(RULE.slot(group), RULE.slots());
                BucketValue next = rule.lease(group, value, now, question).next();
                assertSame(granted, first, out);
                assertThat(terms(next, 0)).isEqualTo(out.next());
                random.happened("same slot", Truth.of(next.slot() == value.slot()));
            }
        }
        random.assertHappenedOften("grant", "same slot");
    }

    @Test
    void regularLeaseIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            GroupValue group = random.group();
            BucketValue value = value(group);
            LeaseQuestion question = question();
            long now = now();
            BucketStep step = rule.lease(group, value, now, question);
            BucketGranted granted = granted(step);
            boolean isRegular = granted != null && !LAYOUT.isRecovery(granted.first());
            for (int part = 0; part < BucketLayout.PARTS; part++) {
                boolean isIn = isRegular && step.next().part() == part;
                Question asTerms = terms(question, group, isIn);
                Outcome out = formulas.regular(Cases.terms(group), terms(value, part), Num.of(now), asTerms);
                assertThat(out.granted()).as("%s %s %d", group, value, now).isEqualTo(Truth.of(isIn));
                if (isIn) {
                    assertSame(granted, part * SIZE, out);
                    assertThat(terms(step.next(), part)).isEqualTo(out.next());
                } else if (isRegular) {
                    assertThat(step.next().entered().get(part))
                            .isEqualTo(value.entered().get(part));
                    assertThat(step.next().ends().get(part))
                            .isEqualTo(value.ends().get(part));
                }
            }
            random.happened("grant", Truth.of(isRegular));
            random.happened("entry", Truth.of(isRegular && granted.window().notBefore() == now));
            random.happened("locked", Truth.of(granted == null));
        }
        random.assertHappenedOften("grant", "entry", "locked");
    }

    @Test
    void extensionIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            GroupValue group = random.group();
            BucketValue value = random.chance(20) ? null : value(group);
            BucketValue before = value == null ? BucketValue.NONE : value;
            int part = random.below(BucketLayout.PARTS);
            long begin = random.chance(2) ? before.entered().get(part) : random.moment();
            long until = Math.max(
                    begin, random.chance(2) ? group.doubted() + MARGIN + random.below(3) - 1 : random.moment());
            long now = now();
            BucketGranted held = new BucketGranted(part * SIZE, 1, new Window(begin, until), begin);
            BucketStep step = rule.extend(group, value, now, held, until);
            Outcome out = formulas.extend(
                    Cases.terms(group),
                    terms(before, part),
                    Num.of(now),
                    new Extension(Num.of(begin), Num.of(until), Num.of(TTL * 965 / 1000)));
            BucketGranted granted = granted(step);
            assertThat(out.granted()).isEqualTo(Truth.of(granted != null));
            if (granted != null) {
                assertThat(terms(step.next() == null ? before : step.next(), part))
                        .isEqualTo(out.next());
                assertThat(granted.window())
                        .isEqualTo(new Window(begin, Math.max(until, out.end().value())));
            }
            random.happened("grant", out.granted());
            random.happened("grant by look", Truth.of(granted != null && step.next() == null));
        }
        random.assertHappenedOften("grant", "grant by look");
    }

    private static void assertSame(BucketGranted granted, int start, Outcome out) {
        Window window = new Window(out.begin().value(), out.end().value());
        assertThat(granted.first()).isEqualTo(start + (int) out.first().value());
        assertThat(granted.count()).isEqualTo((int) out.count().value());
        assertThat(granted.window()).isEqualTo(window);
    }

    private static BucketGranted granted(BucketStep step) {
        return step.answer() instanceof BucketGranted granted ? granted : null;
    }

    private long now() {
        return NOW + random.below(7) - 3;
    }

    private LeaseQuestion question() {
        int count = 1 + random.below(SIZE);
        return new LeaseQuestion(count, count, random.below(BucketLayout.PARTS), !random.chance(5));
    }

    private BucketValue value(GroupValue group) {
        long slot = RULE.slotEnd(group);
        return new BucketValue(
                slot + (random.chance(2) ? 0 : random.below(3) - 1),
                random.below(LAYOUT.slotSize(RULE.slots()) + 1),
                (random.chance(4) ? random.group() : group).doubt(),
                random.below(BucketLayout.PARTS),
                random.chance(4) ? SIZE : random.below(SIZE + 1),
                moments(),
                moments(),
                LeaseText.empty());
    }

    private List<Long> moments() {
        return IntStream.range(0, BucketLayout.PARTS)
                .mapToObj(part -> random.moment())
                .toList();
    }

    private static BucketTerms terms(BucketValue value, int part) {
        return new BucketTerms(
                Num.of(value.slot()),
                Num.of(value.recovery()),
                doubt(value.since()),
                Truth.of(value.part() == part),
                Num.of(value.position()),
                Num.of(value.entered().get(part)),
                Num.of(value.ends().get(part)));
    }

    private static Doubt doubt(String since) {
        String[] parts = since.split("/", -1);
        return parts.length < 3
                ? Doubt.NONE
                : Cases.terms(new GroupValue(
                                parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), LeaseText.empty()))
                        .doubt();
    }

    private static Question terms(LeaseQuestion question, GroupValue group, boolean choosesPart) {
        return new Question(
                Num.of(question.count()),
                Num.of(LAYOUT.slotSize(RULE.slots())),
                Num.of(SIZE),
                Num.of(RULE.slotEnd(group)),
                Truth.of(choosesPart),
                Truth.of(question.mayEnter()));
    }
}
