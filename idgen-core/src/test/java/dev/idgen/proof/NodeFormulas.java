package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

/**
 * {@code NodeRule} for a look at the pool's value and one node id's, line by line; otherwise like {@link BucketFormulas}. Which of several
 * node ids is leased does not matter.
 */
public record NodeFormulas(Kept kept, Num margin, Num limit) {

    /** The value of a pool in one group, and the own value of one of its node ids. */
    public record Group(NodeTerms pool, NodeTerms own) {

        /** The node id's own value, else the pool's. */
        NodeTerms value() {
            return Terms.choose(own.there(), own, pool);
        }

        Truth hasOtherTtl(Num ttl) {
            return Truth.either(
                    own.there().and(own.ttl().isNot(ttl)),
                    pool.there().and(pool.ttl().isNot(ttl)));
        }
    }

    /**
     * What a rule answers, and makes of the group.
     *
     * @param group afterwards
     * @param writesPool whether the pool's value is written
     * @param writesOwn whether the node id's own is
     * @param doubted whether a doubt about what is written was calculated
     * @param marked whether one was marked
     * @param granted whether the answer is a window
     * @param end of that
     */
    public record Outcome(
            Group group, Truth writesPool, Truth writesOwn, Truth doubted, Truth marked, Truth granted, Num end) {}

    public Outcome acquire(Group group, At at, Num holder, Num ttl, Truth isLost) {
        Truth asks = group.pool()
                .there()
                .or(isLost)
                .and(kept.forbids(TERMS, group.hasOtherTtl(ttl)).not());
        Truth notesPool = asks.and(doubts(group.pool(), at));
        NodeTerms value = group.value().orNone(ttl);
        Truth doubt = doubts(group.value(), at);
        Truth ended =
                asks.and(notesPool.not()).and(kept.demands(CLOSED, value.end().below(at.now())));
        Num settles = value.doubted().plus(ttl);
        settles = kept.has(BY_A_MARGIN) ? settles.plus(margin) : settles;
        Truth granted = Truth.all(ended, doubt.not(), kept.demands(BEYOND, settles.below(at.now())));
        Num end = windowEnd(value, at, ttl);
        NodeTerms held = value.heldBy(holder, value.end().max(end));
        return outcome(group, at, ttl, notesPool, ended.and(doubt), granted, held, end);
    }

    /**
     * A renewal of a lease.
     *
     * @param begin of the window
     * @param known when it ends, as the holder was known
     */
    public Outcome renew(Group group, At at, Num holder, Num begin, Num known, Num ttl) {
        Truth asks = kept.forbids(TERMS, group.hasOtherTtl(ttl)).not();
        Truth notesPool = Truth.all(asks, doubts(group.pool, at), isNews(group.pool, at));
        Truth doubt = doubts(group.value(), at);
        NodeTerms stored = group.value().orNone(ttl);
        NodeTerms value = Terms.choose(doubt, noted(stored, at), stored);
        Num reach = kept.has(REACH_BY_A_MARGIN) ? value.doubted().plus(margin) : value.doubted();
        Truth unheard = kept.demands(SINCE, value.end().below(begin));
        Truth granted = Truth.all(
                asks,
                notesPool.not(),
                doubt.and(believed(at).not()).not(),
                kept.demands(REACH, known.atLeast(reach)),
                value.holder().is(holder).or(unheard));
        Num end = windowEnd(value, at, ttl);
        end = kept.has(NO_LESS) ? end.max(known) : end;
        NodeTerms held = value.heldBy(holder, value.end().max(end));
        Truth notesOwn = Truth.all(asks, notesPool.not(), doubt, granted.not());
        Outcome out = outcome(group, at, ttl, notesPool, notesOwn, granted, held, end);
        return Terms.with(out, "doubted", out.doubted.or(granted.and(doubt)));
    }

    /**
     * The return of a node id.
     *
     * @param used the holder's latest tick
     */
    public Outcome giveBack(Group group, Num holder, Num used) {
        NodeTerms value = group.value();
        Truth held = value.there().and(kept.demands(HELD, value.holder().is(holder)));
        NodeTerms free = value.heldBy(NodeTerms.FREE, used.min(value.end()));
        Group after = new Group(group.pool, Terms.choose(held, free, group.own));
        return new Outcome(
                after, Truth.of(false), held, Truth.of(false), Truth.of(false), Truth.of(false), used.min(value.end()));
    }

    private Outcome outcome(
            Group group, At at, Num ttl, Truth notesPool, Truth notesOwn, Truth granted, NodeTerms held, Num end) {
        NodeTerms stored = group.value().orNone(ttl);
        Truth writesPool = notesPool.and(isNews(group.pool, at));
        Truth writesOwn = granted.or(notesOwn.and(isNews(group.value(), at)));
        NodeTerms pool = Terms.choose(notesPool, doubtful(group.pool.orNone(ttl), at), group.pool);
        NodeTerms own = Terms.choose(granted, held, doubtful(stored, at));
        Truth notes = notesPool.or(notesOwn);
        return new Outcome(
                new Group(pool, Terms.choose(writesOwn, own, group.own)),
                writesPool,
                writesOwn,
                notes.and(believed(at)),
                notes.and(believed(at).not()),
                granted,
                end);
    }

    private Num windowEnd(NodeTerms value, At at, Num ttl) {
        return (kept.has(BOUND) ? at.now() : at.now().max(value.end())).plus(ttl);
    }

    private Truth believed(At at) {
        return kept.demands(CLOCK, at.isTrusted());
    }

    /** Whether a value in doubt is not marked already by those who cannot do more. */
    private Truth isNews(NodeTerms value, At at) {
        return Truth.either(believed(at), value.there().not(), value.isMarked().not());
    }

    private NodeTerms doubtful(NodeTerms value, At at) {
        return Terms.choose(believed(at), noted(value, at), value.marked());
    }

    private NodeTerms noted(NodeTerms value, At at) {
        Truth keepsRun = at.run().is(At.UNTOLD).and(value.isMarked().not());
        return value.noted(
                keepsRun.choose(value.run(), at.run()),
                at.epochAfter(value.epoch()),
                kept.has(LATER) ? value.doubted().max(at.now()) : at.now());
    }

    private Truth doubts(NodeTerms value, At at) {
        return value.there()
                .choose(
                        Truth.either(
                                value.isMarked(),
                                kept.forbids(RUN, at.otherRun(value.run())),
                                kept.forbids(EPOCH, at.otherEpoch(value.epoch()))),
                        Truth.of(kept.has(MISSING)));
    }
}
