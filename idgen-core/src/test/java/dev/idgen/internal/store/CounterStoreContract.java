package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.CounterStore;
import dev.idgen.Threads;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every {@link CounterStore} must do, and what idgen's own also refuse by {@code CounterChecks}. A new one extends
 * this and implements {@link #open}. Each test has a namespace of its own.
 */
public abstract class CounterStoreContract {

    private static final String COUNTER = "orders";
    private static final long ABOVE_DOUBLE = (1L << 53) + 1;
    private static final int THREADS = 8;
    private static final int ADDITIONS = 40;
    private static final int MOST_ADDED = 7;

    private final String namespace = "t" + ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
    private final List<AutoCloseable> opened = new ArrayList<>();

    /**
     * Returns a store on the counters of a namespace: another one with each call, where stores can share counters.
     * Those that are {@link AutoCloseable} are closed after the test.
     */
    protected abstract CounterStore open(String name);

    /** This test's namespace. */
    protected final String namespace() {
        return namespace;
    }

    /** A store that is closed after the test. */
    protected final CounterStore opened(String name) {
        return closing(open(name));
    }

    /** Sees that a store is closed after the test. */
    protected final CounterStore closing(CounterStore store) {
        if (store instanceof AutoCloseable closeable) {
            opened.add(closeable);
        }
        return store;
    }

    protected static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    protected static long add(CounterStore store, long delta) {
        return answer(store.add(COUNTER, delta, 0, Long.MAX_VALUE));
    }

    /** A read creates nothing, not even a counter that has issued no number. */
    @Test
    void readReturnsTheValueAndChangesNothing() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.read(COUNTER))).isEmpty();
        assertThat(answer(store.giveBack(COUNTER, 0, 0))).isFalse();
        add(store, 5);
        assertThat(answer(opened(namespace).read(COUNTER))).contains(5L);
        answer(store.add(COUNTER, 1, ABOVE_DOUBLE, Long.MAX_VALUE));
        assertThat(answer(store.read(COUNTER))).contains(ABOVE_DOUBLE + 1);
        assertThat(add(store, 1)).isEqualTo(ABOVE_DOUBLE + 2);
        assertThat(answer(store.read("other"))).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> store.read("no name"));
    }

    private static void assertOverflow(CompletionStage<Long> stage) {
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> answer(stage))
                .withCauseInstanceOf(ArithmeticException.class)
                .withMessageContaining(COUNTER);
    }

    @AfterEach
    void closeStores() throws Exception {
        for (AutoCloseable store : opened) {
            store.close();
        }
    }

    /**
     * Of one generator, with keys and without, and with periods: a key may not be another one in capitals, or with a
     * dot at its end.
     */
    @Test
    void differentNamesAreDifferentCounters() {
        CounterStore store = opened(namespace);
        List<String> names = new ArrayList<>(List.of(("g G g:a g:: g::a g::A g::a. g::a- g::a_ g::0 g::00"
                        + " g:2026 g::2026 g::a:2026 g::A:2026 g2 g- g_ :g")
                .split(" ")));
        names.add("g".repeat(51) + "::" + "k".repeat(64) + ":2026-12-31");
        for (int i = 0; i < names.size(); i++) {
            assertThat(answer(store.add(names.get(i), i + 1, 0, Long.MAX_VALUE)))
                    .as(names.get(i))
                    .isEqualTo(i + 1);
        }
        assertThat(answer(store.add("g", 1, 0, Long.MAX_VALUE))).isEqualTo(2);
        assertThat(answer(store.giveBack("g::b", 0, 0))).as("no counter").isFalse();
        assertThat(answer(store.giveBack("g::a", 0, 0))).isFalse();
    }

    @Test
    void floorRaisesALesserCounterAndLowersNone() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.add(COUNTER, 5, 95, Long.MAX_VALUE)))
                .as("a new counter")
                .isEqualTo(100);
        long value = 100;
        for (long floor : new long[] {0, 1, 9, 99, 103, 125}) {
            value = Math.max(value, floor) + 5;
            assertThat(answer(store.add(COUNTER, 5, floor, Long.MAX_VALUE)))
                    .as("floor %d", floor)
                    .isEqualTo(value);
        }
        assertThat(add(store, 1)).isEqualTo(value + 1);
    }

    @Test
    void largeNumbersAreExact() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.add(COUNTER, 2, ABOVE_DOUBLE, Long.MAX_VALUE))).isEqualTo(ABOVE_DOUBLE + 2);
        assertThat(add(store, 1)).isEqualTo(ABOVE_DOUBLE + 3);
        assertThat(answer(store.add(COUNTER, 1, ABOVE_DOUBLE + 2, Long.MAX_VALUE)))
                .isEqualTo(ABOVE_DOUBLE + 4);
        assertThat(answer(store.add(COUNTER, 1, ABOVE_DOUBLE + 5, Long.MAX_VALUE)))
                .isEqualTo(ABOVE_DOUBLE + 6);
        assertThat(answer(store.giveBack(COUNTER, ABOVE_DOUBLE + 5, 0))).isFalse();
        assertThat(answer(store.giveBack(COUNTER, ABOVE_DOUBLE + 6, ABOVE_DOUBLE)))
                .isTrue();
        assertThat(add(store, 1)).isEqualTo(ABOVE_DOUBLE + 1);
    }

    @Test
    void counterReachesTheLargestLong() {
        CounterStore store = opened(namespace);
        assertThat(add(store, Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(add(store, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(answer(store.giveBack(COUNTER, Long.MAX_VALUE, Long.MAX_VALUE - 1)))
                .isTrue();
        assertThat(answer(store.add(COUNTER, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE)))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void overflowFailsAndLeavesTheValue() {
        CounterStore store = opened(namespace);
        assertOverflow(store.add(COUNTER, 1, Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(add(store, 1)).as("still a new counter").isEqualTo(1);
        add(store, Long.MAX_VALUE - 6);
        assertOverflow(store.add(COUNTER, 6, 0, Long.MAX_VALUE));
        assertOverflow(store.add(COUNTER, Long.MAX_VALUE, 0, Long.MAX_VALUE));
        assertOverflow(store.add(COUNTER, 6, 100, Long.MAX_VALUE));
        assertOverflow(store.add(COUNTER, 5, Long.MAX_VALUE - 4, Long.MAX_VALUE));
        assertThat(add(store, 5)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void namespacesAreSeparate() {
        add(opened(namespace), 10);
        for (String other : List.of(namespace + "-", namespace.toUpperCase(Locale.ROOT), namespace + ".orders")) {
            assertThat(add(opened(other), 1)).as(other).isEqualTo(1);
        }
        assertThat(add(opened(namespace), 1)).isEqualTo(11);
    }

    @Test
    void longestNamesAreKept() {
        String longest = "c".repeat(128);
        CounterStore store = opened((namespace + "n".repeat(64)).substring(0, 64));
        assertThat(answer(store.add(longest, 3, 0, Long.MAX_VALUE))).isEqualTo(3);
        assertThat(answer(store.add(longest, 3, 0, Long.MAX_VALUE))).isEqualTo(6);
        assertThat(answer(store.add(longest.substring(1), 3, 0, Long.MAX_VALUE)))
                .isEqualTo(3);
    }

    @Test
    void instancesShareTheirCounters() {
        CounterStore one = opened(namespace);
        CounterStore two = opened(namespace);
        assertThat(add(one, 10)).isEqualTo(10);
        assertThat(add(two, 10)).isEqualTo(20);
        assertThat(answer(one.giveBack(COUNTER, 20, 13))).isTrue();
        assertThat(add(two, 1)).isEqualTo(14);
    }

    /** An addition that begins after another was answered returns a greater value, on any thread. */
    @Test
    void concurrentAdditionsGrowLeaveNoGapAndGiveNothingTwice() throws Exception {
        AtomicLong highest = new AtomicLong();
        BitSet given = inParallel(store -> {
            long delta = ThreadLocalRandom.current().nextLong(1, MOST_ADDED);
            long answeredBefore = highest.get();
            long value = add(store, delta);
            assertThat(value).isGreaterThanOrEqualTo(answeredBefore + delta);
            highest.accumulateAndGet(value, Math::max);
            return new long[] {value - delta, value};
        });
        assertThat(given.nextClearBit(1)).as("first number not given").isEqualTo(given.cardinality() + 1);
        assertThat(add(opened(namespace), 1)).isEqualTo(given.cardinality() + 1);
    }

    /** A thread that takes a number back was given it, and does not use it. */
    @Test
    void concurrentFloorsAndTakingBackNeverRepeatANumber() throws Exception {
        AtomicLong floor = new AtomicLong();
        inParallel(store -> {
            long delta = ThreadLocalRandom.current().nextLong(2, MOST_ADDED);
            long value = answer(store.add(COUNTER, delta, floor.getAndAdd(2), Long.MAX_VALUE));
            long kept = answer(store.giveBack(COUNTER, value, value - 1)) ? value - 1 : value;
            return new long[] {value - delta, kept};
        });
    }

    /** Adds in several threads to a counter in two stores. Each addition returns the value before and after it. */
    private BitSet inParallel(Function<CounterStore, long[]> addition) throws Exception {
        List<CounterStore> stores = List.of(opened(namespace), opened(namespace));
        AtomicInteger thread = new AtomicInteger();
        BitSet given = new BitSet();
        Threads.race(THREADS, () -> {
            CounterStore store = stores.get(thread.getAndIncrement() % stores.size());
            for (int i = 0; i < ADDITIONS; i++) {
                long[] values = addition.apply(store);
                synchronized (given) {
                    for (long number = values[0] + 1; number <= values[1]; number++) {
                        assertThat(given.get((int) number))
                                .as("%d given before", number)
                                .isFalse();
                        given.set((int) number);
                    }
                }
            }
            return true;
        });
        return given;
    }

    @Test
    void giveBackLowersTheCounterOnlyIfItIsAsExpected() {
        CounterStore store = opened(namespace);
        for (long value : new long[] {0, 1}) {
            assertThat(answer(store.giveBack(COUNTER, value, value)))
                    .as("no counter")
                    .isFalse();
        }
        assertThat(add(store, 11)).as("still a new counter").isEqualTo(11);
        for (long other : new long[] {0, 1, 10, 12}) {
            assertThat(answer(store.giveBack(COUNTER, other, Math.min(other, 4))))
                    .as("not %d", other)
                    .isFalse();
            assertThat(answer(store.giveBack(COUNTER, other, other)))
                    .as("not %d", other)
                    .isFalse();
        }
        assertThat(answer(store.giveBack(COUNTER, 11, 11))).isTrue();
        assertThat(add(store, 1)).isEqualTo(12);
        assertThat(answer(store.giveBack(COUNTER, 12, 4))).isTrue();
        assertThat(add(store, 1)).isEqualTo(5);
        assertThat(answer(store.giveBack(COUNTER, 5, 0))).isTrue();
        assertThat(answer(store.giveBack(COUNTER, 0, 0))).isTrue();
        assertThat(add(store, 1)).isEqualTo(1);
    }

    /** As for a counter with {@code start: 1} and {@code step: 10}. */
    @Test
    void valueMayBeNegative() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.add(COUNTER, 10, -9, 100))).isEqualTo(1);
        assertThat(answer(store.giveBack(COUNTER, 1, -9))).isTrue();
        assertThat(answer(store.giveBack(COUNTER, -9, -9))).isTrue();
        assertThat(answer(store.giveBack(COUNTER, -9, -120))).isTrue();
        assertThat(answer(store.add(COUNTER, 5, -130, 100)))
                .as("a lesser floor")
                .isEqualTo(-115);
        assertThat(answer(store.add(COUNTER, 5, -20, 100)))
                .as("a greater floor")
                .isEqualTo(-15);
        assertThat(answer(store.add(COUNTER, 5, -9, 100))).isEqualTo(-4);
        assertThat(answer(store.add(COUNTER, 4, Long.MIN_VALUE + 1, 0))).isZero();
        assertThat(answer(store.add("other", 1, Long.MIN_VALUE + 1, 0))).isEqualTo(Long.MIN_VALUE + 2);
    }

    @Test
    void additionBeyondTheLimitFailsAndLeavesTheValue() {
        CounterStore store = opened(namespace);
        assertOverflow(store.add(COUNTER, 10, 0, 9));
        assertOverflow(store.add(COUNTER, 1, 9, 9));
        assertThat(answer(store.add(COUNTER, 7, 0, 9)))
                .as("still a new counter")
                .isEqualTo(7);
        for (int i = 0; i < 3; i++) {
            assertOverflow(store.add(COUNTER, 3, 0, 9));
            assertOverflow(store.add(COUNTER, 2, 8, 9));
            assertOverflow(store.add(COUNTER, 0, 10, 9));
        }
        assertThat(answer(store.add(COUNTER, 2, 0, 9))).isEqualTo(9);
        assertOverflow(store.add(COUNTER, 1, 0, 9));
        assertOverflow(store.add(COUNTER, 0, 0, 8));
        assertThat(answer(store.add(COUNTER, 1, 0, 99))).isEqualTo(10);
        assertOverflow(store.add(COUNTER, 1, 0, 0));
        assertThat(answer(store.add(COUNTER, 1, -5, Long.MAX_VALUE))).isEqualTo(11);
    }

    @Test
    void additionOfNothingRaisesACounterToTheFloor() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.add(COUNTER, 0, 41, Long.MAX_VALUE)))
                .as("a new counter")
                .isEqualTo(41);
        for (long floor : new long[] {-1, 0, 40, 41}) {
            assertThat(answer(store.add(COUNTER, 0, floor, Long.MAX_VALUE)))
                    .as("floor %d", floor)
                    .isEqualTo(41);
        }
        assertThat(answer(store.add(COUNTER, 0, 99, 99))).isEqualTo(99);
        assertThat(add(opened(namespace), 1)).as("another instance").isEqualTo(100);
        assertThat(answer(store.add(COUNTER, 0, Long.MAX_VALUE, Long.MAX_VALUE)))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void badCounterNameIsRefused() {
        CounterStore store = opened(namespace);
        String names = ", ,a b,a},{a,a/b,a\nb,a\u0000,\u00e4,a'b,a%,a*,a$b," + "c".repeat(129);
        for (String name : names.split(",", -1)) {
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> store.add(name, 1, 0, Long.MAX_VALUE), () -> store.giveBack(name, 1, 0))) {
                assertThatIllegalArgumentException()
                        .as(name)
                        .isThrownBy(call)
                        .withMessageContaining("1 to 128 characters [0-9A-Za-z._:-]");
            }
        }
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        CounterStore store = opened(namespace);
        Map<String, ThrowingCallable> calls = Map.of(
                "delta is -1", () -> store.add(COUNTER, -1, 0, Long.MAX_VALUE),
                "limit is -1", () -> store.add(COUNTER, 1, 0, -1),
                "value is 6", () -> store.giveBack(COUNTER, 5, 6));
        calls.forEach((message, call) ->
                assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message));
    }
}
