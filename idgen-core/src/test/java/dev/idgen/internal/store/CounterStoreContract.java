package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.CounterStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link CounterStore} must do, and what idgen's own also refuse by {@code CounterChecks}. A new one extends this and
 * implements {@link #open}. Each test has a namespace of its own.
 */
public abstract class CounterStoreContract {

    private static final String COUNTER = "orders";
    private static final long ABOVE_DOUBLE = (1L << 53) + 1;
    private static final int THREADS = 8;
    private static final int ADDITIONS = 60;
    private static final int MOST_ADDED = 7;

    private final String namespace = "t" + ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
    private final List<AutoCloseable> opened = new ArrayList<>();

    /**
     * Returns a store on the counters of a namespace: another one with each call, where stores can share counters. Those that are
     * {@link AutoCloseable} are closed after the test.
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
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    protected static long add(CounterStore store, long delta) {
        return answer(store.add(COUNTER, delta, 0));
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

    @Test
    void newCounterIsZero() {
        assertThat(add(opened(namespace), 1)).isEqualTo(1);
    }

    @Test
    void addReturnsTheNewValue() {
        CounterStore store = opened(namespace);
        assertThat(add(store, 10)).isEqualTo(10);
        assertThat(add(store, 1)).isEqualTo(11);
        assertThat(add(store, 1000)).isEqualTo(1011);
    }

    /** Of one generator, with keys and without, and with periods: a key may not be another one in capitals, or with a dot at its end. */
    @Test
    void namesOfKeysAreDifferentCounters() {
        CounterStore store = opened(namespace);
        List<String> names = List.of(
                "g",
                "G",
                "g:a",
                "g::",
                "g::a",
                "g::A",
                "g::a.",
                "g::a-",
                "g::a_",
                "g::0",
                "g::00",
                "g:2026",
                "g::2026",
                "g::a:2026",
                "g::A:2026",
                "g".repeat(51) + "::" + "k".repeat(64) + ":2026-12-31");
        for (int i = 0; i < names.size(); i++) {
            assertThat(answer(store.add(names.get(i), i + 1, 0)))
                    .as(names.get(i))
                    .isEqualTo(i + 1);
        }
        assertThat(answer(store.takeBack("g::b", 0, 0))).isTrue();
        assertThat(answer(store.takeBack("g::a", 0, 0))).isFalse();
    }

    @Test
    void floorRaisesANewCounter() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.add(COUNTER, 5, 1000))).isEqualTo(1005);
        assertThat(add(store, 1)).isEqualTo(1006);
    }

    @Test
    void floorRaisesACounterThatIsLess() {
        CounterStore store = opened(namespace);
        add(store, 99);
        assertThat(answer(store.add(COUNTER, 5, 100))).isEqualTo(105);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 99, 100})
    void floorDoesNotLower(long floor) {
        CounterStore store = opened(namespace);
        add(store, 100);
        assertThat(answer(store.add(COUNTER, 5, floor))).isEqualTo(105);
    }

    @Test
    void largeNumbersAreExact() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.add(COUNTER, 2, ABOVE_DOUBLE))).isEqualTo(ABOVE_DOUBLE + 2);
        assertThat(add(store, 1)).isEqualTo(ABOVE_DOUBLE + 3);
        assertThat(answer(store.add(COUNTER, 1, ABOVE_DOUBLE + 2))).isEqualTo(ABOVE_DOUBLE + 4);
        assertThat(answer(store.add(COUNTER, 1, ABOVE_DOUBLE + 5))).isEqualTo(ABOVE_DOUBLE + 6);
        assertThat(answer(store.takeBack(COUNTER, ABOVE_DOUBLE + 5, 0))).isFalse();
        assertThat(answer(store.takeBack(COUNTER, ABOVE_DOUBLE + 6, ABOVE_DOUBLE)))
                .isTrue();
        assertThat(add(store, 1)).isEqualTo(ABOVE_DOUBLE + 1);
    }

    @Test
    void counterReachesTheLargestLong() {
        CounterStore store = opened(namespace);
        assertThat(add(store, Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(add(store, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(answer(store.takeBack(COUNTER, Long.MAX_VALUE, Long.MAX_VALUE - 1)))
                .isTrue();
        assertThat(answer(store.add(COUNTER, 1, Long.MAX_VALUE - 1))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void overflowFailsAndLeavesTheValue() {
        CounterStore store = opened(namespace);
        add(store, Long.MAX_VALUE - 5);
        assertOverflow(store.add(COUNTER, 6, 0));
        assertOverflow(store.add(COUNTER, Long.MAX_VALUE, 0));
        assertOverflow(store.add(COUNTER, 6, 100));
        assertOverflow(store.add(COUNTER, 5, Long.MAX_VALUE - 4));
        assertThat(add(store, 5)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void overflowOfANewCounterLeavesItNew() {
        CounterStore store = opened(namespace);
        assertOverflow(store.add(COUNTER, 1, Long.MAX_VALUE));
        assertThat(add(store, 1)).isEqualTo(1);
    }

    @Test
    void countersAreSeparate() {
        CounterStore store = opened(namespace);
        add(store, 10);
        for (String other : List.of("orders2", "Orders", "ORDERS", "orders:", "orders-", ":orders", "o", "order_")) {
            assertThat(answer(store.add(other, 1, 0))).as(other).isEqualTo(1);
        }
        assertThat(add(store, 1)).isEqualTo(11);
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
        assertThat(answer(store.add(longest, 3, 0))).isEqualTo(3);
        assertThat(answer(store.add(longest, 3, 0))).isEqualTo(6);
        assertThat(answer(store.add(longest.substring(1), 3, 0))).isEqualTo(3);
    }

    @Test
    void instancesShareTheirCounters() {
        CounterStore one = opened(namespace);
        CounterStore two = opened(namespace);
        assertThat(add(one, 10)).isEqualTo(10);
        assertThat(add(two, 10)).isEqualTo(20);
        assertThat(answer(one.takeBack(COUNTER, 20, 13))).isTrue();
        assertThat(add(two, 1)).isEqualTo(14);
    }

    @Test
    void concurrentAdditionsLeaveNoGapAndGiveNothingTwice() throws Exception {
        List<CounterStore> stores = List.of(opened(namespace), opened(namespace));
        BitSet given = new BitSet();
        for (long[] range : inParallel(stores)) {
            for (int number = (int) range[0] + 1; number <= range[1]; number++) {
                assertThat(given.get(number)).as("%d was given before", number).isFalse();
                given.set(number);
            }
        }
        assertThat(given.nextClearBit(1)).as("first number not given").isEqualTo(given.cardinality() + 1);
        assertThat(add(stores.get(0), 1)).isEqualTo(given.cardinality() + 1);
    }

    /** Of each addition the value before and after. */
    private static List<long[]> inParallel(List<CounterStore> stores) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<List<long[]>>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                CounterStore store = stores.get(thread % stores.size());
                tasks.add(() -> {
                    List<long[]> ranges = new ArrayList<>();
                    for (int i = 0; i < ADDITIONS; i++) {
                        long delta = ThreadLocalRandom.current().nextLong(1, MOST_ADDED);
                        long value = add(store, delta);
                        ranges.add(new long[] {value - delta, value});
                    }
                    return ranges;
                });
            }
            List<long[]> all = new ArrayList<>();
            for (Future<List<long[]>> ranges : threads.invokeAll(tasks)) {
                all.addAll(ranges.get());
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Who takes back holds the numbers up to {@code expected}; nobody may be given them twice. */
    @Test
    void concurrentFloorsAndTakingBackNeverRepeatANumber() throws Exception {
        List<CounterStore> stores = List.of(opened(namespace), opened(namespace));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        BitSet given = new BitSet();
        try {
            List<Callable<Object>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                CounterStore store = stores.get(thread % stores.size());
                tasks.add(() -> {
                    for (int i = 0; i < ADDITIONS / 3; i++) {
                        long delta = ThreadLocalRandom.current().nextLong(2, MOST_ADDED);
                        long value = answer(store.add(COUNTER, delta, i * 10L));
                        long kept = answer(store.takeBack(COUNTER, value, value - 1)) ? value - 1 : value;
                        synchronized (given) {
                            for (long number = value - delta + 1; number <= kept; number++) {
                                assertThat(given.get((int) number)).isFalse();
                                given.set((int) number);
                            }
                        }
                    }
                    return true;
                });
            }
            for (Future<Object> done : threads.invokeAll(tasks)) {
                assertThat(done.get()).isEqualTo(true);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void takeBackLowersIfNobodyHasAdded() {
        CounterStore store = opened(namespace);
        add(store, 10);
        assertThat(answer(store.takeBack(COUNTER, 10, 4))).isTrue();
        assertThat(add(store, 1)).isEqualTo(5);
        assertThat(answer(store.takeBack(COUNTER, 5, 0))).isTrue();
        assertThat(add(store, 1)).isEqualTo(1);
    }

    @Test
    void takeBackDoesNothingIfSomebodyHasAdded() {
        CounterStore store = opened(namespace);
        add(store, 10);
        add(store, 1);
        assertThat(answer(store.takeBack(COUNTER, 10, 4))).isFalse();
        assertThat(answer(store.takeBack(COUNTER, 12, 4))).isFalse();
        assertThat(add(store, 1)).isEqualTo(12);
    }

    @Test
    void takingNothingBackTellsWhetherNobodyHasAdded() {
        CounterStore store = opened(namespace);
        assertThat(answer(store.takeBack(COUNTER, 0, 0))).isTrue();
        assertThat(answer(store.takeBack(COUNTER, 1, 1))).isFalse();
        add(store, 10);
        assertThat(answer(store.takeBack(COUNTER, 10, 10))).isTrue();
        assertThat(answer(store.takeBack(COUNTER, 9, 9))).isFalse();
        assertThat(add(store, 1)).isEqualTo(11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a}", "{a", "a/b", "a\nb", "a\u0000", "\u00e4", "a'b", "a%", "a*", "a$b"})
    void badCounterNameIsRefused(String name) {
        CounterStore store = opened(namespace);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add(name, 1, 0))
                .withMessageContaining("1 to 128 characters [0-9A-Za-z._:-]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.takeBack(name, 1, 0))
                .withMessageContaining("1 to 128 characters [0-9A-Za-z._:-]");
    }

    @Test
    void tooLongCounterNameIsRefused() {
        CounterStore store = opened(namespace);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add("c".repeat(129), 1, 0))
                .withMessageContaining("1 to 128 characters");
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        CounterStore store = opened(namespace);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add(COUNTER, 0, 0))
                .withMessageContaining("delta is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.add(COUNTER, 1, -1))
                .withMessageContaining("floor is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.takeBack(COUNTER, 5, 6))
                .withMessageContaining("value is 6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.takeBack(COUNTER, 5, -1))
                .withMessageContaining("value is -1");
    }

    /** How many ids of each kind many instances draw, unless {@code -Didgen.counter.ids} says so. */
    protected int idsOfManyInstances() {
        return 3200;
    }

    @ParameterizedTest
    @EnumSource(ManyInstances.Kind.class)
    void manyInstancesDrawEachNumberOnce(ManyInstances.Kind kind) throws Exception {
        new ManyInstances(() -> opened(namespace), Integer.getInteger("idgen.counter.ids", idsOfManyInstances()))
                .draw(kind);
    }
}
