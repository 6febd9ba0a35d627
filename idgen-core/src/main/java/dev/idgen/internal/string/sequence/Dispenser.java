package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import org.jspecify.annotations.Nullable;

/**
 * Draws numbers for callers, without waiting: from the caller's stripe, from the stock, or from what others left in
 * theirs.
 *
 * <p><b>Guarantee.</b> A caller owns the stripe that it gets, and no other: whatever fails or throws releases the one
 * that it had. The times that a thread draws do not decrease, except where a lease's window requires it.
 *
 * <p>Thread-safe and lock-free.
 *
 * @param <S> the workspace of a stripe
 */
record Dispenser<S>(StripePool<S> stripes, Stock stock, StampClock clock, TimeSource time, RefillPlanner refill) {

    /** Draws from a taken stripe, and releases it if this throws. */
    boolean draws(Stripe<S> stripe, int wanted) {
        try {
            if (stripe.isClockRenewalDue()) {
                time.renew();
            }
            return stripe.draw(time.recentNanoTime(), clock) || drawRefilled(stripe, wanted);
        } catch (RuntimeException | Error e) {
            stripes.release(stripe);
            throw e;
        }
    }

    /** Fills an owned stripe and draws from it. */
    private boolean drawRefilled(Stripe<S> stripe, int wanted) {
        long nanoTime = time.nanoTime();
        boolean isShort = refill.isShort(nanoTime);
        if (isShort) {
            stock.keep(stripe, nanoTime);
        }
        int chunk = Math.max(stripe.nextChunk(nanoTime), wanted);
        boolean filled =
                stock.cutInto(stripe, chunk, nanoTime) || stock.reuseIn(stripe, nanoTime, clock.millisAt(nanoTime));
        boolean drawn = filled && stripe.draw(nanoTime, clock);
        refill.drawnFrom(nanoTime);
        if (stripe.isBusy() && !isShort) { // what a thread leaves in its own stripe is not used again
            stripes.giveOwn(stripe);
        }
        return drawn;
    }

    /** Draws from a chunk that others left; null if there is none. The given stripe takes over the drawn time. */
    @Nullable
    Stripe<S> takeFromOthers(Stripe<S> empty) {
        try {
            long nanoTime = time.nanoTime();
            long earliestMillis = Math.max(clock.millisAt(nanoTime), empty.latest());
            Stripe<S> stripe = stripes.takeWhere(other -> drawsOrGivesUp(other, nanoTime, earliestMillis));
            if (stripe != null) {
                empty.goOnFrom(stripe.latest());
            }
            return stripe;
        } finally {
            release(empty);
        }
    }

    /** Draws from a stripe that others left. If that is used up, its numbers can be used again. */
    private boolean drawsOrGivesUp(Stripe<S> other, long nanoTime, long earliestMillis) {
        boolean draws = other.draw(nanoTime, earliestMillis);
        if (other.isUsedUp() && !draws) {
            stock.keep(other, nanoTime);
        }
        return draws;
    }

    /**
     * Takes a stripe again for a waiting caller, and draws from it or from what others left; null if there is nothing.
     *
     * @param latestMillis the caller's latest time, because the stripe may differ from the one before
     */
    @Nullable
    Stripe<S> tryAgain(int wanted, long latestMillis) {
        Stripe<S> stripe = stripes.take();
        stripe.goOnFrom(latestMillis);
        Stripe<S> drawn = draws(stripe, wanted) ? stripe : takeFromOthers(stripe);
        if (drawn == null) {
            refill.wakeSoon();
        }
        return drawn;
    }

    /** Returns a stripe to the pool. */
    void release(Stripe<S> stripe) {
        if (stripe.home() == Stripe.Home.NOWHERE) {
            stock.keep(stripe, time.nanoTime());
        }
        stripes.release(stripe);
    }
}
