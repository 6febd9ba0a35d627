package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

/**
 * {@code BucketRule}, line by line. What the solver proves and what is compared with the shipped rule is this one transcript.
 *
 * @param kept which rules hold
 * @param margin {@code Circumstances.MARGIN_MILLIS}
 * @param use {@code BucketRule.USE_MILLIS}
 * @param limit {@code Register.SWAP_LIMIT_MILLIS}
 */
public record BucketFormulas(Kept kept, Num margin, Num use, Num limit) {

    /** The terms of {@code LeaseQuestion}. */
    public record Question(
            Num count,
            Num quarterSize,
            Num ttl,
            Num randomQuarter,
            Seen seen,
            Truth isMissingLost,
            Truth isClosed,
            Num maxLead,
            Truth mayLead) {}

    /**
     * The terms of {@code ExtendQuestion}.
     *
     * @param begin of the window that was granted
     * @param quarter of the numbers that were granted
     * @param enough how long, in milliseconds, the quarter's last window must last for a look to suffice
     */
    public record Extension(Num begin, Num quarter, Num ttl, Seen seen, Truth isClosed, Num enough) {}

    /** The terms of {@code Seen}. */
    public record Seen(Num entered, Num position) {

        static Seen any(String name) {
            return Terms.any(Seen.class, name, 0);
        }

        Truth isBeyond(BucketTerms value) {
            return value.entered()
                    .below(entered)
                    .or(value.entered().is(entered).and(value.position().below(position)))
                    .or(Num.of(0).below(position).and(value.isNewborn()));
        }
    }

    /**
     * The terms of {@code BucketStep}.
     *
     * @param next the value afterwards, which may be as it was
     * @param doubted whether a doubt was calculated
     * @param marked whether a doubt was marked for others to calculate
     * @param granted whether the answer is a window
     * @param position of the first number of the grant
     * @param count how many numbers; any if no window was granted
     * @param end of the window, which begins when {@code next} was entered
     */
    public record Outcome(
            BucketTerms next, Truth doubted, Truth marked, Truth granted, Num position, Num count, Num end) {}

    public BucketTerms born(At at, Num quarter, Num ttl) {
        return BucketTerms.none(quarter, ttl)
                .in(at.runAfter(At.NO_RUN), at.epoch())
                .entering(quarter, at.now())
                .granted(Num.of(0), at.now(), Num.of(0));
    }

    public Outcome lease(BucketTerms value, At at, Question question) {
        Truth refused = value.there()
                .choose(
                        kept.forbids(TERMS, value.ttl().isNot(question.ttl())),
                        question.isMissingLost().not());
        BucketTerms before =
                Terms.choose(value.there(), value, BucketTerms.none(question.randomQuarter(), question.ttl()));
        Truth doubt = doubts(value, at, question.seen());
        Truth marked = kept.forbids(CLOCK, doubt.and(at.isTrusted().not()));
        BucketTerms after = Terms.choose(
                doubt,
                beyond(before, value.there(), at, question),
                Terms.choose(before.position().atLeast(question.quarterSize()), overflowed(before, at), before));
        Num ahead = after.entered().minus(at.now());
        Truth locked = Truth.either(
                question.isClosed(),
                kept.forbids(LOCKED, ahead.plus(use).above(question.ttl())),
                ahead.above(question.maxLead()),
                after.isNewborn().and(ahead.plus(limit).atLeast(0)));
        Truth granted = Truth.either(refused, marked, locked).not();
        Num left = question.quarterSize().minus(after.position());
        Num count = ahead.above(0)
                .and(question.mayLead().not())
                .choose(Num.of(0), question.count().min(left));
        Num end = (kept.has(BOUND) ? at.now() : at.now().max(before.last())).plus(question.ttl());
        BucketTerms noted = Terms.choose(marked, before.in(At.NO_RUN, before.epoch()), after);
        BucketTerms opened = Terms.choose(granted.and(count.above(0)), after.granted(count, at.now(), end), noted);
        return new Outcome(
                Terms.choose(refused, value, opened),
                Truth.all(refused.not(), doubt, marked.not()),
                refused.not().and(marked),
                granted,
                after.position(),
                count,
                end);
    }

    public Outcome extend(BucketTerms value, At at, Extension question) {
        Truth sameStay =
                value.entered().is(question.begin()).and(value.quarter().is(question.quarter()));
        Truth granted = Truth.all(
                doubts(value, at, question.seen()).not(),
                kept.demands(STAY, sameStay),
                question.isClosed().not(),
                kept.demands(TERMS, value.ttl().is(question.ttl())));
        Num end = at.now().plus(question.ttl());
        Truth lookSuffices = value.end().atLeast(at.now().plus(question.enough()));
        Num known = kept.has(MINIMUM) ? value.end().min(end) : value.end();
        BucketTerms recorded = kept.has(KEPT) ? value.granted(Num.of(0), at.now(), end) : value;
        return new Outcome(
                Terms.choose(granted.and(lookSuffices.not()), recorded, value),
                Truth.of(false),
                Truth.of(false),
                granted,
                value.position(),
                Num.of(0),
                lookSuffices.choose(known, end));
    }

    private Truth doubts(BucketTerms value, At at, Seen seen) {
        return Truth.either(
                value.there().not(),
                seen.isBeyond(value),
                kept.forbids(RUN, at.otherRun(value.run())),
                kept.forbids(EPOCH, at.otherEpoch(value.epoch())),
                value.entered().is(0));
    }

    private BucketTerms beyond(BucketTerms before, Truth wasThere, At at, Question question) {
        Num random = question.randomQuarter();
        Num quarter = random.is(before.quarter()).choose(following(random), random);
        Num beyond = at.now();
        if (kept.has(BEYOND)) {
            beyond = at.now().max(at.expected()).max(before.last()).plus(question.ttl());
            beyond = kept.has(BY_A_MARGIN) ? beyond.plus(margin) : beyond;
        }
        if (!kept.has(MISSING)) {
            beyond = wasThere.choose(beyond, at.now());
        }
        Num entered = later(before, beyond).max(before.end(quarter)).plus(1);
        return before.in(at.runAfter(At.NO_RUN), at.epochAfter(before.epoch())).entering(quarter, entered);
    }

    private BucketTerms overflowed(BucketTerms before, At at) {
        Num quarter = following(before.quarter());
        Num free = later(before, at.now().minus(1));
        return before.entering(quarter, (kept.has(CLOSED) ? free.max(before.end(quarter)) : free).plus(1));
    }

    private Num later(BucketTerms before, Num than) {
        return kept.has(LATER) ? before.entered().max(than) : than;
    }

    private static Num following(Num quarter) {
        return quarter.is(BucketTerms.QUARTERS - 1).choose(Num.of(0), quarter.plus(1));
    }
}
