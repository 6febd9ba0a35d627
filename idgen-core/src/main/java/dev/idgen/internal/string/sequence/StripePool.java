package dev.idgen.internal.string.sequence;

import dev.idgen.internal.string.sequence.Stripe.Home;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The stripes of a sequence: a pool that all threads share, each with a mark that is set while a thread owns it, and
 * those that busy threads have to themselves.
 *
 * <p>Taking one of the pool is one atomic exchange of the mark of a stripe that the thread's id picks; on finding it
 * taken the thread tries the others, so no caller waits for an owner that was descheduled. Owning a stripe takes some
 * 20 ns and never blocks, hence there are rarely more owners than processors, and stripes need no tie to threads:
 * virtual threads come and go without leaving anything behind.
 *
 * <p>A busy thread takes a stripe of its own without an atomic operation, which would cost about as much as all else in
 * taking an id. There are as many places for those as there are processors times {@value #OWN_PER_PROCESSOR}, whatever
 * the number of threads; a thread's id picks two, of which it gets one that is free. Threads are referred to weakly,
 * and the place of one that has ended is free again. The numbers that its stripe still had are lost:
 * {@value Stripe#MAX_CHUNK} at most.
 *
 * <p>Thread-safe.
 */
/*
 * A place changes by compare-and-set only, from nothing or from one whose thread has ended. So a thread that finds
 * itself in a place stays there, and no other thread does: only one thread passes refersTo(current thread). Threads are
 * compared by identity, since a subclass may say any id. Taking a stripe reads a place without a barrier, since the
 * thread itself put there the only stripe that it can find.
 */
final class StripePool<S> {

    /**
     * With more busy threads than places, most of those without one stand still in the middle of a draw, and soon all
     * of the pool's stripes are theirs.
     */
    private static final int OWN_PER_PROCESSOR = 64;

    private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Own[].class);

    private final int mask;

    private final int ownMask;
    private final @Nullable Own<S>[] own;
    private final Supplier<S> workspaces;
    private final List<Stripe<S>> all;

    /** Numbers drawn from stripes that are there no more. */
    private final LongAdder drawnBefore = new LongAdder();

    /** A stripe that belongs to one thread. */
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

    StripePool(int processors, Supplier<S> workspaces) {
        this(processors, Integer.highestOneBit(Math.max(processors, 2) * 4 - 1) / 2 * OWN_PER_PROCESSOR, workspaces);
    }

    /** @param places how many threads at most have a stripe to themselves, a power of two */
    StripePool(int processors, int places, Supplier<S> workspaces) {
        int count = Integer.highestOneBit(Math.max(processors, 2) * 4 - 1) * 2;
        this.mask = count - 1;
        this.ownMask = places - 1;
        @SuppressWarnings("unchecked") // arrays cannot have a generic component
        @Nullable
        Own<S>[] empty = (Own<S>[]) new Own<?>[places];
        this.own = empty;
        this.workspaces = workspaces;
        this.all = IntStream.range(0, count)
                .mapToObj(i -> new Stripe<>(workspaces.get(), Home.POOL))
                .toList();
    }

    /**
     * Takes the thread's own stripe, or one out of the pool. If all are owned, makes one that serves once and leaves no
     * numbers behind.
     */
    Stripe<S> take() {
        Thread current = Thread.currentThread();
        int start = spread(current);
        Stripe<S> mine = takeOwn(start & ownMask, current);
        if (mine == null) {
            mine = takeOwn(secondPlace(start), current);
        }
        if (mine != null) {
            return mine;
        }
        for (int i = 0; i <= mask; i++) {
            Stripe<S> stripe = takeFrom(start + i);
            if (stripe != null) {
                return stripe;
            }
        }
        return new Stripe<>(workspaces.get(), Home.NOWHERE);
    }

    /** The stripe in a place of the current thread's, if it is there and not owned already. */
    private @Nullable Stripe<S> takeOwn(int place, Thread current) {
        Own<S> mine = own[place];
        return mine != null && mine.refersTo(current) && mine.stripe.enter() ? mine.stripe : null;
    }

    private int secondPlace(int spread) {
        return (spread >>> 12) & ownMask;
    }

    /**
     * Gives the current thread a stripe to itself, if there is room and the one it has taken is of the pool. Its
     * timestamps go on from that one's, so the thread sees none decrease.
     */
    void giveOwn(Stripe<S> taken) {
        if (taken.home() == Home.POOL) {
            Thread current = Thread.currentThread();
            int spread = spread(current);
            if (!giveOwn(spread & ownMask, current, taken)) {
                giveOwn(secondPlace(spread), current, taken);
            }
        }
    }

    /** Returns false if the place is another live thread's. */
    private boolean giveOwn(int place, Thread current, Stripe<S> taken) {
        Own<S> present = ownAt(place);
        if (present != null && !present.hasEnded()) {
            return false;
        }
        Stripe<S> next = new Stripe<>(workspaces.get(), Home.THREAD, taken.latest());
        boolean given = PLACES.compareAndSet(own, place, present, new Own<>(current, next));
        if (given && present != null) {
            drawnBefore.add(present.stripe.drawn());
        }
        return given;
    }

    /** The content of a place, whichever thread put it there. */
    private @Nullable Own<S> ownAt(int place) {
        return (Own<S>) PLACES.getVolatile(own, place);
    }

    /** Takes the first stripe of the pool that passes a test, which may change it. */
    @Nullable
    Stripe<S> takeWhere(Predicate<Stripe<S>> test) {
        int start = spread(Thread.currentThread());
        for (int i = 0; i <= mask; i++) {
            Stripe<S> stripe = takeFrom(start + i);
            if (stripe != null && passes(stripe, test)) {
                return stripe;
            }
        }
        return null;
    }

    /** Whether a stripe just taken passes the test; else, or if the test throws, it is released. */
    private boolean passes(Stripe<S> stripe, Predicate<Stripe<S>> test) {
        boolean passed = false;
        try {
            passed = test.test(stripe);
        } finally {
            if (!passed) {
                release(stripe);
            }
        }
        return passed;
    }

    void release(Stripe<S> stripe) {
        if (stripe.home() == Home.NOWHERE) {
            drawnBefore.add(stripe.drawn());
        } else {
            stripe.leave();
        }
    }

    /** How many numbers were drawn from all stripes, or a few less. */
    long drawn() {
        long sum = drawnBefore.sum();
        for (Stripe<S> stripe : all) {
            sum += stripe.drawn();
        }
        for (int place = 0; place <= ownMask; place++) {
            Own<S> taken = ownAt(place);
            sum += taken == null ? 0 : taken.stripe.drawn();
        }
        return sum;
    }

    private @Nullable Stripe<S> takeFrom(int start) {
        Stripe<S> stripe = all.get(start & mask);
        return stripe.enter() ? stripe : null;
    }

    /** Spreads thread ids, which count up, over the places. */
    @SuppressWarnings("deprecation") // Thread.threadId() came after 17, the oldest release supported
    private static int spread(Thread thread) {
        return (int) ((thread.getId() * 0x9E3779B97F4A7C15L) >>> 40);
    }
}
