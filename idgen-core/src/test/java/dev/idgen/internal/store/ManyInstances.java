package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterStore;
import dev.idgen.Threads;
import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CountingNumbers;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.counter.SegmentSettings;
import dev.idgen.internal.counter.StoreClaim;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Eight instances with four threads each that draw numbers of one kind from one store. */
final class ManyInstances {

    private static final int INSTANCES = 8;
    private static final int THREADS = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final CounterSettings SETTINGS = new CounterSettings(TIMEOUT, 0);
    private static final SegmentSettings AHEAD = new SegmentSettings(50, 10_000, Duration.ofMillis(200), true);
    private static final int RANGES = 16;
    private static final int PER_GENERATOR = 1000;
    private static final Progression GENERATORS = new Progression(0, 1, 99_999);

    private final Supplier<CounterStore> stores;
    private final int each;

    /** What is drawn, and what must be true of all that was. */
    enum Kind {
        /** Without gaps, and a number taken after another was returned is greater, whoever took them. */
        COUNTER,
        SEGMENT,
        MULTI_COUNTER,
        DECIMAL_ID,
        RANDOM_CLAIM
    }

    /**
     * @param stores gives an instance of the store at each call
     * @param ids how many to draw in all, about
     */
    ManyInstances(Supplier<CounterStore> stores, int ids) {
        this.stores = stores;
        this.each = Math.max(1, ids / (INSTANCES * THREADS));
    }

    void draw(Kind kind) throws Exception {
        List<CounterSequences> opened = new ArrayList<>();
        List<LongSupplier> sources = new ArrayList<>();
        AtomicLong highest = new AtomicLong();
        AtomicInteger thread = new AtomicInteger();
        try {
            for (int i = 0; i < INSTANCES; i++) {
                CounterStore store = stores.get();
                CounterSequences counters = new CounterSequences(store, TIMEOUT, TimeSource.system());
                opened.add(counters);
                counters.warmUp(TIMEOUT);
                sources.add(source(kind, counters, store, highest));
            }
            List<long[]> drawn = Threads.race(INSTANCES * THREADS, () -> {
                LongSupplier source = sources.get(thread.getAndIncrement() % INSTANCES);
                return LongStream.generate(source).limit(each).toArray();
            });
            check(kind, drawn);
        } finally {
            opened.forEach(CounterSequences::close);
        }
    }

    private LongSupplier source(Kind kind, CounterSequences counters, CounterStore store, AtomicLong highest) {
        return switch (kind) {
            case COUNTER ->
                inOrder(counters.merged(CountingNumbers.ALL, SETTINGS).of("counter", Long.MAX_VALUE), highest);
            case SEGMENT -> counters.segments("segment", CountingNumbers.ALL, SETTINGS, AHEAD)::next;
            case MULTI_COUNTER ->
                counters.ranges("multi", new NumberMapping.Ranges(RANGES, 1_000_000_000, Region.ALL), SETTINGS, AHEAD)
                        ::next;
            case DECIMAL_ID -> counters.decimalNumbers("decimal", GENERATORS, PER_GENERATOR, SETTINGS)::next;
            case RANDOM_CLAIM -> claimed(new StoreClaim(store, TIMEOUT));
        };
    }

    private static LongSupplier inOrder(NumberSequence sequence, AtomicLong highest) {
        return () -> {
            long returnedBefore = highest.get();
            long number = sequence.next();
            assertThat(number).isGreaterThan(returnedBefore);
            highest.accumulateAndGet(number, Math::max);
            return number;
        };
    }

    private LongSupplier claimed(StoreClaim claim) {
        int range = 2 * each * INSTANCES * THREADS;
        return () -> {
            long number;
            do {
                number = ThreadLocalRandom.current().nextInt(range);
            } while (!claim.claim("claimed", number));
            return number;
        };
    }

    private void check(Kind kind, List<long[]> drawn) {
        long[] all = drawn.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        long repeated =
                IntStream.range(1, all.length).filter(i -> all[i] == all[i - 1]).count();
        assertThat(repeated).as("numbers issued twice").isZero();
        if (kind == Kind.SEGMENT) {
            assertThat(drawn)
                    .as("of each thread")
                    .allSatisfy(numbers -> assertThat(numbers).isSorted());
        }
        if (kind == Kind.COUNTER) {
            assertThat(all[0]).isEqualTo(1);
            assertThat(all[all.length - 1]).as("without gaps").isEqualTo(all.length);
        }
    }
}
