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
 * The stripes of a sequence. All threads share a pool, in which each stripe has a mark that is set while a thread owns
 * it. Busy threads have their own stripes.
 *
 * <p>To take a stripe of the pool, a thread atomically exchanges the mark of the one that its id picks. If that is
 * taken, it tries the others, so no caller waits for an owner that was descheduled. A thread owns a stripe for about 20
 * ns and never blocks. So there are rarely more owners than processors, and stripes need not belong to threads: virtual
 * threads come and go without leaving anything behind.
 *
 * <p>A busy thread takes its own stripe without an atomic operation, which would cost about as much as everything else
 * in taking an id. There are {@value #OWN_PER_PROCESSOR} places for such stripes per processor, whatever the number of
 * threads. A thread's id picks two places, and the thread gets a free one of them. Places refer to threads weakly; the
 * place of a thread that has ended is free again. The stripe's remaining numbers are lost, at most
 * {@value Stripe#MAX_CHUNK}.
 *
 * <p>Thread-safe.
 */
/*
 * A place changes only by compare-and-set, from empty or from a thread that has ended. So a thread that finds itself in
 * a place stays there, and no other thread enters it: only one thread passes refersTo(current thread). Threads are
 * compared by identity, because a subclass may return any id. Taking a stripe reads the place without a barrier,
 * because a thread can only find a stripe that it put there itself.
 */
final class StripePool<S> {

    /**
     * With fewer places, most busy threads without one would be descheduled in the middle of a draw. Soon they would
     * own all stripes of the pool.
     */
    private static final int OWN_PER_PROCESSOR = 64;

    private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Own[].class);

    private final int mask;

    private final int ownMask;
    private final @Nullable Own<S>[] own;
    private final Supplier<S> workspaces;
    private final List<Stripe<S>> all;

    /** Numbers drawn from stripes that no longer exist. */
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

    /** @param places the most threads that can have their own stripe, a power of two */
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
     * Takes the thread's own stripe, or one from the pool. If all are owned, it makes one for a single use, which
     * leaves no numbers behind.
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

    /** The stripe in a place if it is the current thread's and not owned already. */
    private @Nullable Stripe<S> takeOwn(int place, Thread current) {
        Own<S> mine = own[place];
        return mine != null && mine.refersTo(current) && mine.stripe.enter() ? mine.stripe : null;
    }

    private int secondPlace(int spread) {
        return (spread >>> 12) & ownMask;
    }

    /**
     * Gives the current thread its own stripe, if there is room and the taken one is from the pool. Its timestamps
     * continue from that one's, so the thread sees none decrease.
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

    /** False if the place belongs to another live thread. */
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

    /** Whether a stripe just taken passes the test. If not, or if the test throws, the stripe is released. */
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

    /** Spreads thread ids, which are consecutive, over the places. */
    @SuppressWarnings("deprecation") // Thread.threadId() is newer than 17, the oldest supported release
    private static int spread(Thread thread) {
        return (int) ((thread.getId() * 0x9E3779B97F4A7C15L) >>> 40);
    }
}
