package dev.idgen.internal.string.sequence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stripes that belong to one busy thread each. Their thread takes them without an atomic operation, which would cost about as
 * much as all else in taking an id.
 *
 * <p>There are as many places as were asked for, whatever the number of threads; a thread's id picks two, of which it gets one
 * that is free. Threads are referred to weakly, and the place of one that has ended is free again. The numbers that its stripe
 * still had are lost: {@value Stripe#MAX_CHUNK} at most.
 *
 * <p>Thread-safe.
 */
/*
 * A place changes by compare-and-set only, from nothing or from one whose thread has ended. So a thread that finds itself in
 * a place stays there, and nobody else finds itself there: whoever passes refersTo(current thread) is alone. Threads are told
 * apart by identity, since a subclass may say any id. Taking reads a place without a barrier, since the only stripe to find was put
 * there by the thread itself.
 */
final class OwnStripes<S> {

    private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Own[].class);

    private final int mask;
    private final @Nullable Own<S>[] places;
    private final LongAdder drawnByEnded = new LongAdder();

    private static final class Own<S> extends WeakReference<Thread> {

        private final Stripe<S> stripe;

        Own(Thread thread, Stripe<S> stripe) {
            super(thread);
            this.stripe = stripe;
        }

        boolean hasEnded() {
            Thread thread = get();
            return thread == null || !thread.isAlive();
        }
    }

    /** @param count how many, a power of two */
    OwnStripes(int count) {
        this.mask = count - 1;
        @SuppressWarnings("unchecked") // arrays cannot have a generic component
        @Nullable
        Own<S>[] empty = (Own<S>[]) new Own<?>[count];
        this.places = empty;
    }

    /**
     * The stripe of the current thread, if it has one and does not own it already.
     *
     * @param spread a number of 24 bits that differs between threads
     */
    @Nullable
    Stripe<S> take(Thread current, int spread) {
        Stripe<S> mine = takeAt(firstPlace(spread), current);
        return mine != null ? mine : takeAt(secondPlace(spread), current);
    }

    private @Nullable Stripe<S> takeAt(int place, Thread current) {
        Own<S> own = places[place];
        return own != null && own.refersTo(current) && own.stripe.enter() ? own.stripe : null;
    }

    /** Gives the current thread a stripe of its own, unless its places are other live threads'. */
    void give(Thread current, int spread, Supplier<Stripe<S>> stripes) {
        if (!giveAt(firstPlace(spread), current, stripes)) {
            giveAt(secondPlace(spread), current, stripes);
        }
    }

    private boolean giveAt(int place, Thread current, Supplier<Stripe<S>> stripes) {
        Own<S> present = at(place);
        if (present != null && !present.hasEnded()) {
            return false;
        }
        boolean given = PLACES.compareAndSet(places, place, present, new Own<>(current, stripes.get()));
        if (given && present != null) {
            drawnByEnded.add(present.stripe.drawn());
        }
        return given;
    }

    /** The content of a place, whichever thread put it there. */
    private @Nullable Own<S> at(int place) {
        return (Own<S>) PLACES.getVolatile(places, place);
    }

    private int firstPlace(int spread) {
        return spread & mask;
    }

    private int secondPlace(int spread) {
        return (spread >>> 12) & mask;
    }

    /** How many numbers were drawn from all of them, or a few less. */
    long drawn() {
        long sum = drawnByEnded.sum();
        for (int place = 0; place <= mask; place++) {
            Own<S> own = at(place);
            sum += own == null ? 0 : own.stripe.drawn();
        }
        return sum;
    }
}
