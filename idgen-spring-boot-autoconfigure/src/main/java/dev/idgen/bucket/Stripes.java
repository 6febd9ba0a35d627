package dev.idgen.bucket;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The pool of stripes: each has a mark, which is set while a thread owns it.
 *
 * <p>Taking is one atomic exchange of the mark of a stripe that the thread's id picks; on finding it taken the thread tries the
 * others, so an owner that was descheduled makes nobody wait. Owning a stripe takes some 20 ns and never blocks,
 * hence there are rarely more owners than processors, and stripes need no tie to threads: virtual threads come and go
 * without leaving anything behind.
 */
final class Stripes<S> {

    /** One mark every 128 bytes, so that neighbours do not share a cache line or its prefetched twin. */
    private static final int SPACING = 32;

    private static final int HOMELESS = -1;
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final int mask;
    /** Marks and not the stripes themselves: storing a reference costs the garbage collector's barriers as well. */
    private final AtomicIntegerArray marks;

    private final Supplier<S> workspaces;
    private final List<Stripe<S>> all;
    private final LongAdder drawnByHomeless = new LongAdder();

    Stripes(int processors, Supplier<S> workspaces) {
        int count = Integer.highestOneBit(Math.max(processors, 2) * 4 - 1) * 2;
        this.mask = count - 1;
        this.marks = new AtomicIntegerArray(count * SPACING);
        this.workspaces = workspaces;
        this.all = IntStream.range(0, count)
                .mapToObj(i -> new Stripe<>(workspaces.get(), i * SPACING))
                .toList();
    }

    /** Takes a stripe out of the pool. If all are owned, makes one that serves once and leaves no numbers behind. */
    Stripe<S> take() {
        int start = startingPlace();
        for (int i = 0; i <= mask; i++) {
            Stripe<S> stripe = takeFrom(start + i);
            if (stripe != null) {
                return stripe;
            }
        }
        return new Stripe<>(workspaces.get(), HOMELESS);
    }

    /** Takes the first stripe that passes a test, which may change it. */
    @Nullable
    Stripe<S> takeWhere(Predicate<Stripe<S>> test) {
        int start = startingPlace();
        for (int i = 0; i <= mask; i++) {
            Stripe<S> stripe = takeFrom(start + i);
            if (stripe != null) {
                if (test.test(stripe)) {
                    return stripe;
                }
                release(stripe);
            }
        }
        return null;
    }

    void release(Stripe<S> stripe) {
        if (stripe.home() != HOMELESS) {
            marks.setRelease(stripe.home(), FREE);
        } else {
            drawnByHomeless.add(stripe.drawn());
        }
    }

    /** How many numbers were drawn from all stripes, or a few less. */
    long drawn() {
        return all.stream().mapToLong(Stripe::drawn).sum() + drawnByHomeless.sum();
    }

    private @Nullable Stripe<S> takeFrom(int start) {
        int place = start & mask;
        int index = place * SPACING;
        // The cheap read first keeps threads that find it taken from writing to the owner's cache line.
        return marks.getOpaque(index) == FREE && marks.getAndSet(index, TAKEN) == FREE ? all.get(place) : null;
    }

    /** Spreads thread ids, which count up, over the places. */
    @SuppressWarnings("deprecation") // Thread.threadId() came after 17, the oldest release supported
    private static int startingPlace() {
        return (int) ((Thread.currentThread().getId() * 0x9E3779B97F4A7C15L) >>> 40);
    }
}
