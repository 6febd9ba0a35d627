package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.LeaseStore.Swapped;
import dev.idgen.Threads;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link LeaseStore} must do. A new one extends this and implements {@link #open}. Each test has a namespace
 * of its own, so nothing is removed between them.
 */
public abstract class LeaseStoreContract {

    protected static final String GROUP = "7";
    protected static final String NAME = "lease";

    private static final String OTHER = "closed";
    private static final int THREADS = 6;
    private static final int ROUNDS = 25;

    /** Only a broken run meets it. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final String namespace = "contract-" + UUID.randomUUID();
    private LeaseStore leaseStore;

    /**
     * Returns a client of the lease store of a namespace: another one with each call, unless clients share what they
     * remember. The implementation closes what it opened.
     */
    protected abstract LeaseStore open(String ofNamespace);

    @BeforeEach
    void openLeaseStore() {
        leaseStore = open(namespace);
    }

    protected final LeaseStore register() {
        return leaseStore;
    }

    protected final String namespace() {
        return namespace;
    }

    protected static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    protected final Snapshot read(String... names) {
        return answer(leaseStore.read(GROUP, names.length == 0 ? List.of(NAME) : List.of(names)));
    }

    protected final Swapped compareAndSet(Snapshot looked, String next) {
        return answer(leaseStore.compareAndSet(GROUP, looked, NAME, next));
    }

    /** A swap that wrote, and the look that it was based on. */
    private record Written(Snapshot looked, Snapshot after) {}

    /**
     * Looks and swaps until a swap writes, as idgen does: a store refuses a swap that comes
     * {@link LeaseStore#SNAPSHOT_LIMIT_MILLIS} after its look, which any slow machine can cause. A refused swap has
     * changed nothing.
     */
    private static Written write(
            LeaseStore client, String group, Supplier<Snapshot> looking, String name, String next) {
        return Awaitility.await()
                .atMost(DEADLINE)
                .pollDelay(Duration.ZERO)
                .pollInSameThread()
                .until(
                        () -> {
                            Snapshot looked = looking.get();
                            Swapped swapped = answer(client.compareAndSet(group, looked, name, next));
                            assertThat(swapped.wrote()
                                            || swapped.after().values().equals(looked.values()))
                                    .as("a refused swap changes nothing")
                                    .isTrue();
                            return swapped.wrote() ? new Written(looked, swapped.after()) : null;
                        },
                        Objects::nonNull);
    }

    /** The same of the value that most tests use. */
    protected static void write(LeaseStore client, String group, String next) {
        write(client, group, () -> answer(client.read(group, List.of(NAME))), NAME, next);
    }

    private Written write(String name, String next) {
        return write(leaseStore, GROUP, () -> read(name), name, next);
    }

    /** Writes a value, and looks at it. */
    protected final Snapshot stored(String value) {
        write(NAME, value);
        return read();
    }

    /** The swap neither writes nor changes anything, and its look shows what is stored. */
    protected final void assertRefused(Snapshot looked, String... stored) {
        Map<String, String> before = read(NAME, OTHER).values();
        Swapped swapped = compareAndSet(looked, "refused");
        assertThat(swapped.wrote()).isFalse();
        assertThat(swapped.after().names()).isEqualTo(looked.names());
        assertThat(swapped.after().values().get(NAME)).isEqualTo(stored.length == 0 ? null : stored[0]);
        assertThat(read(NAME, OTHER).values()).isEqualTo(before);
    }

    @Test
    void lookReturnsTimeAndRunWithoutValues() {
        Snapshot first = read(NAME, OTHER);
        Snapshot second = read(NAME, OTHER);
        assertThat(first.values()).isEmpty();
        assertThat(first.names()).containsExactly(NAME, OTHER);
        assertThat(first.run()).isNotEqualTo(Snapshot.UNKNOWN_RUN);
        assertThat(second.run()).isEqualTo(first.run());
        assertThat(second.time()).isGreaterThanOrEqualTo(first.time());
        stored("a");
        Snapshot none = answer(leaseStore.read(GROUP, List.of()));
        assertThat(none.values()).isEmpty();
        assertThat(none.run()).isEqualTo(first.run());
    }

    @Test
    void lookReturnsOnlyTheValuesRequested() {
        write("1", "one");
        write("2", "two");
        write("3", "three");
        assertThat(read("1", "3", "4").values()).isEqualTo(Map.of("1", "one", "3", "three"));
    }

    @Test
    void swapCreatesAValueAndReturnsIt() {
        Written made = write(NAME, "a=1");
        assertThat(made.after().values()).isEqualTo(Map.of(NAME, "a=1"));
        assertThat(made.after().run()).isEqualTo(made.looked().run());
        assertThat(made.after().time()).isGreaterThanOrEqualTo(made.looked().time());
        assertThat(read().values()).isEqualTo(Map.of(NAME, "a=1"));
    }

    @Test
    void swapReplacesAValueAndReturnsTheOthers() {
        stored("a=1");
        write(OTHER, "by hand");
        Snapshot after =
                write(leaseStore, GROUP, () -> read(NAME, OTHER), NAME, "a=2").after();
        assertThat(after.values()).isEqualTo(Map.of(NAME, "a=2", OTHER, "by hand"));
        assertThat(read(NAME, OTHER).values()).isEqualTo(after.values());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'", "\"", "\\", ":", "?", "%", "$1", ";", "ä", "日本語", "😀", "{}"})
    void valueMayHaveAnyCharacter(String character) {
        String value = "a=" + character;
        assertThat(stored(value).value(NAME)).isEqualTo(value);
        assertThat(stored(value + character + "b").value(NAME)).isEqualTo(value + character + "b");
    }

    @Test
    void valueMayHaveFourThousandCharacters() {
        String first = "a".repeat(4000);
        String second = "a".repeat(3999) + "b";
        assertThat(stored(first).value(NAME)).isEqualTo(first);
        assertThat(stored(second).value(NAME)).isEqualTo(second);
        assertRefused(withValues(read(), Map.of(NAME, first)), second);
    }

    private static Snapshot withValues(Snapshot snapshot, Map<String, String> values) {
        return new Snapshot(snapshot.time(), snapshot.run(), snapshot.epoch(), snapshot.names(), values);
    }

    @Test
    void swapThatComparesAnotherValueIsRefused() {
        assertRefused(withValues(read(), Map.of(NAME, "a")));
        stored("b");
        assertRefused(withValues(read(), Map.of(NAME, "a")), "b");
        assertRefused(withValues(read(), Map.of(NAME, "B")), "b");
    }

    @Test
    void repeatedSwapIsRefused() {
        assertRefused(write(NAME, "a").looked(), "a");
        assertRefused(write(NAME, "b").looked(), "b");
    }

    /** What is expected of another value of the group, where "-" is none, and what there is. */
    @ParameterizedTest
    @CsvSource({"-,a", "a,b", "a,-", "a,A"})
    void swapIsRefusedIfAnotherValueIsNotTheSame(String expected, String actual) {
        if (!actual.equals("-")) {
            write(OTHER, actual);
        }
        Map<String, String> values = new HashMap<>();
        if (!expected.equals("-")) {
            values.put(OTHER, expected);
        }
        assertRefused(withValues(read(NAME, OTHER), values));
        stored("x");
        values.put(NAME, "x");
        assertRefused(withValues(read(NAME, OTHER), values), "x");
    }

    @Test
    void swapComparesOnlyTheValuesLookedAt() {
        stored("a");
        write(
                leaseStore,
                GROUP,
                () -> {
                    Snapshot before = read();
                    write(OTHER, "since " + before.time());
                    return before;
                },
                NAME,
                "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"another", "-"})
    void swapInAnotherRunIsRefused(String run) {
        Snapshot snapshot = read();
        assertRefused(new Snapshot(snapshot.time(), run, snapshot.epoch(), snapshot.names(), snapshot.values()));
        snapshot = stored("a");
        assertRefused(new Snapshot(snapshot.time(), run, snapshot.epoch(), snapshot.names(), snapshot.values()), "a");
    }

    /** The second one is minutes ahead since the clock goes on meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {-LeaseStore.SNAPSHOT_LIMIT_MILLIS - 1, 120_000})
    void swapOfALookAtAnotherTimeIsRefused(long difference) {
        assertRefused(shifted(read(), difference));
        stored("a");
        assertRefused(shifted(read(), difference), "a");
        write(leaseStore, GROUP, () -> shifted(read(), 100), NAME, "b");
    }

    private static Snapshot shifted(Snapshot snapshot, long millis) {
        return new Snapshot(
                snapshot.time() + millis, snapshot.run(), snapshot.epoch(), snapshot.names(), snapshot.values());
    }

    @Test
    void groupsAndNamespacesDoNotSeeEachOther() {
        LeaseStore other = open(namespace + "2");
        for (String group : List.of(GROUP, "8", "")) {
            write(other, group, "b" + group);
        }
        assertThat(read().values()).isEmpty();
        stored("a");
        for (String group : List.of(GROUP, "8", "")) {
            assertThat(answer(other.read(group, List.of(NAME))).value(NAME)).isEqualTo("b" + group);
        }
        assertThat(read().value(NAME)).isEqualTo("a");
    }

    @Test
    void nothingIsHeldBetweenReadAndSet() {
        LeaseStore other = open(namespace);
        for (String next : List.of("a", "b")) {
            Snapshot stopped = read();
            write(other, GROUP, next);
            assertRefused(stopped, next);
        }
    }

    /**
     * Forbids: two swaps that make or compare one value and both write, and one that writes and says that it did not.
     */
    @Test
    void concurrentSwapsOfOneValueAreAChain() throws Exception {
        List<LeaseStore> clients =
                Stream.generate(() -> open(namespace)).limit(THREADS).toList();
        AtomicInteger started = new AtomicInteger();
        List<String> names = List.of("0", "1", "2", "3", "4");
        Map<String, String> chain = new ConcurrentHashMap<>();
        Threads.race(THREADS, () -> {
            int number = started.getAndIncrement();
            LeaseStore client = clients.get(number);
            for (int round = 0; round < ROUNDS || chain.isEmpty(); round++) {
                String name = names.get(round % names.size());
                Snapshot snapshot = answer(client.read(GROUP, List.of(name)));
                String next = name + " by=" + number + "-" + round;
                if (answer(client.compareAndSet(GROUP, snapshot, name, next)).wrote()) {
                    assertThat(chain.put(snapshot.values().getOrDefault(name, name), next))
                            .as("two swaps of one value wrote")
                            .isNull();
                }
            }
            return true;
        });
        Set<String> starts = new HashSet<>(chain.keySet());
        starts.removeAll(chain.values());
        Set<String> ends = new HashSet<>(chain.values());
        ends.removeAll(chain.keySet());
        Map<String, String> stored = answer(leaseStore.read(GROUP, names)).values();
        assertThat(starts).isEqualTo(stored.keySet()).isNotEmpty();
        assertThat(ends).isEqualTo(Set.copyOf(stored.values()));
    }

    /**
     * Forbids: a swap of one value and another of a second one that both write, though each compares what the other
     * writes. Where both come too late, they are sent again.
     */
    @TestFactory
    Stream<DynamicTest> concurrentSwapsThatCompareEachOtherDoNotBothWrite() {
        return comparesOtherValuesAsTheyAre()
                ? Stream.of(DynamicTest.dynamicTest("both", this::compareEachOther))
                : Stream.empty();
    }

    /** Whether a swap compares other values as they are when it writes, not as they were when it began. */
    protected boolean comparesOtherValuesAsTheyAre() {
        return true;
    }

    private void compareEachOther() {
        LeaseStore other = open(namespace);
        for (int round = 0; round < ROUNDS; round++) {
            int place = round % 2;
            List<String> names = List.of("a" + round, "b" + round);
            Awaitility.await()
                    .atMost(DEADLINE)
                    .pollDelay(Duration.ZERO)
                    .pollInSameThread()
                    .until(() -> {
                        Snapshot snapshot = answer(leaseStore.read(GROUP, names));
                        CompletionStage<Swapped> first =
                                leaseStore.compareAndSet(GROUP, snapshot, names.get(place), "first");
                        CompletionStage<Swapped> second =
                                other.compareAndSet(GROUP, snapshot, names.get(1 - place), "second");
                        boolean firstWrote = answer(first).wrote();
                        boolean secondWrote = answer(second).wrote();
                        assertThat(firstWrote && secondWrote).as("both wrote").isFalse();
                        return firstWrote || secondWrote;
                    });
            assertThat(answer(leaseStore.read(GROUP, names)).values()).hasSize(1);
        }
    }
}
