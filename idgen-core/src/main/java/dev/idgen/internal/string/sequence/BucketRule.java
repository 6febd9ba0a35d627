package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseReply.OtherTtl;
import dev.idgen.internal.time.Window;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of a bucket: maps its value and a question to the next value and an answer. It is pure, without clock,
 * store or randomness. Everything that leases from buckets asks it. docs/proof.md proves it.
 *
 * <p><b>Bound.</b> Every window closes within a ttl of the look that grants or extends it.
 *
 * <p><b>Beyond.</b> After a doubt, every window of the bucket begins later than a ttl and a margin after the doubt was
 * noticed.
 */
/* Each rule that the proof names is a separate method, so that tests can take one out and see what goes wrong. */
class BucketRule {

    /** The shortest useful window. */
    static final long USE_MILLIS = 1000;

    /** When an asker that could do nothing asks again. */
    static final long RETRY_MILLIS = 200;

    /** An extension is written only if it extends the quarter's last window by more than 3.5 % of the ttl. */
    private static final long THOUSANDTHS_BY_LOOK = 965;

    /**
     * A request for numbers.
     *
     * @param count the most numbers to take; 0 takes none, but notes a doubt or an overflow if there is one
     * @param quarterSize numbers in a quarter
     * @param ttl the namespace's lease-ttl in milliseconds
     * @param randomQuarter any quarter, random each time
     * @param seen how far the asker has seen the bucket
     * @param isMissingLost whether a missing value was lost; if not, it may be about to be made
     * @param isClosed whether an operator closed the bucket
     * @param maxLead how far in the future the window may begin, in milliseconds
     * @param mayLead whether the asker wants a window that begins in the future
     */
    record LeaseQuestion(
            int count,
            int quarterSize,
            long ttl,
            int randomQuarter,
            Seen seen,
            boolean isMissingLost,
            boolean isClosed,
            long maxLead,
            boolean mayLead) {}

    /**
     * A request to extend a window.
     *
     * @param held the grant
     */
    record ExtendQuestion(BucketGranted held, int quarterSize, long ttl, Seen seen, boolean isClosed) {}

    /**
     * How far an asker has seen a bucket. It forgets that after a doubt.
     *
     * @param entered when the stay of its latest grant began
     * @param position where that grant's numbers ended in the quarter
     */
    record Seen(long entered, int position) {

        static final Seen NOTHING = new Seen(0, 0);

        /** Whether the value lacks a grant that was seen. A newborn value lacks all. */
        boolean isBeyond(BucketValue value) {
            return isAfter(new Seen(value.entered(), value.position())) || (position > 0 && value.isNewborn());
        }

        Seen orLater(Seen other) {
            return isAfter(other) ? this : other;
        }

        private boolean isAfter(Seen other) {
            return entered > other.entered || (entered == other.entered && position > other.position);
        }
    }

    /**
     * The next value and the answer.
     *
     * @param next null if the value does not change
     */
    record BucketStep(@Nullable BucketValue next, LeaseReply answer) {}

    /** A bucket's first value in a new namespace. */
    BucketValue born(Circumstances at, int quarter, long ttl) {
        return BucketValue.none(quarter, ttl)
                .in(at.runAfter(Look.NO_RUN), at.epoch())
                .entering(quarter, at.now())
                .granted(0, at.now(), 0);
    }

    /** @param value null if there is no readable value */
    BucketStep lease(@Nullable BucketValue value, Circumstances at, LeaseQuestion asked) {
        if (value != null && value.ttl() != asked.ttl()) {
            return new BucketStep(null, new OtherTtl(value.ttl()));
        }
        if (value == null && !asked.isMissingLost()) {
            return new BucketStep(null, new BucketUnborn());
        }
        BucketValue before = value == null ? BucketValue.none(asked.randomQuarter(), asked.ttl()) : value;
        Happened happened = happened(value, at, asked.seen(), asked.quarterSize());
        if (isDoubt(happened) && !at.isTrusted()) {
            BucketValue marked = before.in(Look.NO_RUN, before.epoch());
            return new BucketStep(marked.equals(value) ? null : marked, new Locked(Happened.CLOCK, RETRY_MILLIS));
        }
        BucketValue after = isDoubt(happened)
                ? afterDoubt(before, at, asked)
                : happened == Happened.OVERFLOW ? overflowed(before, at) : before;
        BucketValue noted = happened == Happened.NOTHING ? null : after;
        if (asked.isClosed()) {
            return new BucketStep(noted, new Locked(Happened.OPERATOR, USE_MILLIS));
        }
        long ahead = after.entered() - at.now();
        long wait = Math.max(Math.max(locked(ahead, asked.ttl()), ahead - asked.maxLead()), newborn(after, at.now()));
        if (wait > 0) {
            return new BucketStep(noted, new Locked(happened, wait));
        }
        int count = ahead > 0 && !asked.mayLead() ? 0 : Math.min(asked.count(), asked.quarterSize() - after.position());
        int first = after.quarter() * asked.quarterSize() + after.position();
        long end = windowEnd(after, at.now(), asked.ttl());
        BucketValue granted = count == 0 ? noted : after.granted(count, at.now(), end);
        Window window = new Window(after.entered(), end);
        return new BucketStep(granted, new BucketGranted(first, count, window, happened, at.now()));
    }

    /** @param value null if there is no readable value */
    BucketStep extend(@Nullable BucketValue value, Circumstances at, ExtendQuestion asked) {
        BucketGranted held = asked.held();
        Happened happened = happened(value, at, asked.seen(), asked.quarterSize());
        if (value == null
                || isDoubt(happened)
                || !isSameStay(value, held, asked.quarterSize())
                || asked.isClosed()
                || value.ttl() != asked.ttl()) {
            return new BucketStep(null, new Ended(isDoubt(happened) ? happened : Happened.NOTHING));
        }
        long end = windowEnd(value, at.now(), asked.ttl());
        if (value.end() >= at.now() + asked.ttl() * THOUSANDTHS_BY_LOOK / 1000) {
            return new BucketStep(null, extended(held, Math.min(value.end(), end), at));
        }
        return new BucketStep(value.granted(0, at.now(), recorded(value, end)), extended(held, end, at));
    }

    private static BucketGranted extended(BucketGranted held, long end, Circumstances at) {
        Window longer = held.window().extendTo(end);
        return new BucketGranted(held.first(), held.count(), longer, Happened.NOTHING, at.now());
    }

    private Happened happened(@Nullable BucketValue value, Circumstances at, Seen seen, int quarterSize) {
        if (value == null || seen.isBeyond(value)) {
            return Happened.LOST;
        }
        // An asker that could not calculate a doubt leaves a mark, which has no stay yet.
        if (isOfAnotherMaster(value, at) || value.entered() == 0) {
            return Happened.FAILOVER;
        }
        return value.position() >= quarterSize ? Happened.OVERFLOW : Happened.NOTHING;
    }

    private static boolean isDoubt(Happened happened) {
        return happened == Happened.LOST || happened == Happened.FAILOVER;
    }

    /** Enters another quarter, at random in case an assumption fails. */
    private BucketValue afterDoubt(BucketValue before, Circumstances at, LeaseQuestion asked) {
        int random = asked.randomQuarter();
        int quarter = random == before.quarter() ? (random + 1) % BucketLayout.QUARTERS : random;
        long latest = Math.max(Math.max(at.now(), at.expected()), before.last());
        long beyond = Math.max(beyond(latest, asked.ttl()), before.ends().get(quarter));
        return before.in(at.runAfter(Look.NO_RUN), at.epochAfter(before.epoch()))
                .entering(quarter, notBefore(before, beyond) + 1);
    }

    private BucketValue overflowed(BucketValue before, Circumstances at) {
        int quarter = (before.quarter() + 1) % BucketLayout.QUARTERS;
        return before.entering(quarter, notBefore(before, Math.max(at.now() - 1, closedBy(before, quarter))) + 1);
    }

    // The rules

    /** A value that was written in another run or epoch is in doubt. */
    boolean isOfAnotherMaster(BucketValue value, Circumstances at) {
        return at.doubts(value.run(), value.epoch());
    }

    /** After a doubt, every window begins later than a ttl and a margin after the doubt was noticed. */
    long beyond(long noticed, long ttl) {
        return noticed + ttl + Circumstances.MARGIN_MILLIS;
    }

    /** A stay never begins before the previous one. */
    long notBefore(BucketValue before, long entered) {
        return Math.max(before.entered(), entered);
    }

    /** A window closes within a ttl of the look that grants or extends it. */
    long windowEnd(BucketValue value, long now, long ttl) {
        return now + ttl;
    }

    /**
     * How many milliseconds the bucket stays locked, because a window opens only if it will be useful. Not locked if 0
     * or less.
     */
    long locked(long ahead, long ttl) {
        return ahead + USE_MILLIS - ttl;
    }

    /** How many milliseconds a new bucket stays locked, because the swap that made it might still be repeated. */
    long newborn(BucketValue value, long now) {
        return value.isNewborn() ? value.entered() + Register.SWAP_LIMIT_MILLIS + 1 - now : 0;
    }

    /** A stay begins only after every earlier window of its quarter has closed. */
    long closedBy(BucketValue before, int quarter) {
        return before.ends().get(quarter);
    }

    /** An extension is recorded. */
    long recorded(BucketValue value, long end) {
        return end;
    }

    /** A window is extended only in the stay that granted it. */
    boolean isSameStay(BucketValue value, BucketGranted held, int quarterSize) {
        return value.entered() == held.window().notBefore() && value.quarter() == held.first() / quarterSize;
    }
}
