package dev.idgen.bucket;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The pool of stripes: each place holds one, or nothing while a thread owns it.
 *
 * <p>Taking is one atomic exchange on a place that the thread's id picks; on finding nothing there the thread tries the
 * other places, so an owner that was descheduled makes nobody wait. Owning a stripe takes some 20 ns and never blocks,
 * hence there are rarely more owners than processors, and stripes need no tie to threads: virtual threads come and go
 * without leaving anything behind.
 */
final class Stripes<S> {

    /** One place every 128 bytes of references, so that neighbours do not share a cache line or its prefetched twin. */
    private static final int SPACING = 32;

    private static final int HOMELESS = -1;

    private final int mask;
    private final AtomicReferenceArray<@Nullable Stripe<S>> places;
    private final Supplier<S> workspaces;
    private final List<Stripe<S>> all;
    private final LongAdder drawnByHomeless = new LongAdder();

    Stripes(int processors, Supplier<S> workspaces) {
        int count = Integer.highestOneBit(Math.max(processors, 2) * 4 - 1) * 2;
        this.mask = count - 1;
        this.places = new AtomicReferenceArray<>(count * SPACING);
        this.workspaces = workspaces;
        this.all = IntStream.range(0, count)
                .mapToObj(i -> new Stripe<>(workspaces.get(), i * SPACING))
                .toList();
        all.forEach(stripe -> places.set(stripe.home(), stripe));
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
            places.setRelease(stripe.home(), stripe);
        } else {
            drawnByHomeless.add(stripe.drawn());
        }
    }

    /** How many numbers were drawn from all stripes, or a few less. */
    long drawn() {
        return all.stream().mapToLong(Stripe::drawn).sum() + drawnByHomeless.sum();
    }

    private @Nullable Stripe<S> takeFrom(int place) {
        int index = (place & mask) * SPACING;
        // The cheap read first keeps threads that find nothing from writing to the owner's cache line.
        return places.getOpaque(index) == null ? null : places.getAndSet(index, null);
    }

    /** Spreads thread ids, which count up, over the places. */
    @SuppressWarnings("deprecation") // Thread.threadId() came after 17, the oldest release supported
    private static int startingPlace() {
        return (int) ((Thread.currentThread().getId() * 0x9E3779B97F4A7C15L) >>> 40);
    }
}
