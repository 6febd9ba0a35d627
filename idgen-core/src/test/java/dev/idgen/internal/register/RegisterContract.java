package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Register;
import dev.idgen.Register.Snapshot;
import dev.idgen.Register.Swapped;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link Register} must do. A new one extends this and implements {@link #open}. Each test has a namespace of its own, so
 * nothing is removed between them.
 */
public abstract class RegisterContract {

    protected static final String GROUP = "7";
    protected static final String NAME = "lease";

    private static final String OTHER = "closed";
    private static final int THREADS = 6;
    private static final int ROUNDS = 25;

    /** Only a broken run meets it. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final String namespace = "contract-" + UUID.randomUUID();
    private Register register;

    /**
     * Returns a client of the register of a namespace: another one with each call, unless clients share what they remember. The
     * implementation closes what it opened.
     */
    protected abstract Register open(String ofNamespace);

    @BeforeEach
    void openRegister() {
        register = open(namespace);
    }

    protected final Register register() {
        return register;
    }

    protected final String namespace() {
        return namespace;
    }

    protected static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    protected final Snapshot look(String... names) {
        return answer(register.look(GROUP, names.length == 0 ? List.of(NAME) : List.of(names)));
    }

    protected final Swapped swap(Snapshot looked, String next) {
        return answer(register.swap(GROUP, looked, NAME, next));
    }

    /** A swap that wrote, and the look that it was based on. */
    private record Written(Snapshot looked, Snapshot after) {}

    /**
     * Looks and swaps until a swap writes, as idgen does: a store refuses a swap that comes {@link Register#SWAP_LIMIT_MILLIS} after its
     * look, which any slow machine can cause. A refused swap has changed nothing.
     */
    private static Written write(Register client, String group, Supplier<Snapshot> looking, String name, String next) {
        return Awaitility.await()
                .atMost(DEADLINE)
                .pollDelay(Duration.ZERO)
                .pollInSameThread()
                .until(
                        () -> {
                            Snapshot looked = looking.get();
                            Swapped swapped = answer(client.swap(group, looked, name, next));
                            assertThat(swapped.wrote()
                                            || swapped.after().values().equals(looked.values()))
                                    .as("a refused swap changes nothing")
                                    .isTrue();
                            return swapped.wrote() ? new Written(looked, swapped.after()) : null;
                        },
                        Objects::nonNull);
    }

    private static void write(Register client, String group, String next) {
        write(client, group, () -> answer(client.look(group, List.of(NAME))), NAME, next);
    }

    private Written write(String name, String next) {
        return write(register, GROUP, () -> look(name), name, next);
    }

    /** Writes a value, and looks at it. */
    protected final Snapshot stored(String value) {
        write(NAME, value);
        return look();
    }

    /** The swap neither writes nor changes anything, and its look shows what is stored. */
    protected final void assertRefused(Snapshot looked, String... stored) {
        Map<String, String> before = look(NAME, OTHER).values();
        Swapped swapped = swap(looked, "refused");
        assertThat(swapped.wrote()).isFalse();
        assertThat(swapped.after().names()).isEqualTo(looked.names());
        assertThat(swapped.after().values().get(NAME)).isEqualTo(stored.length == 0 ? null : stored[0]);
        assertThat(look(NAME, OTHER).values()).isEqualTo(before);
    }

    @Test
    void lookReturnsTimeAndRunWithoutValues() {
        Snapshot first = look(NAME, OTHER);
        Snapshot second = look(NAME, OTHER);
        assertThat(first.values()).isEmpty();
        assertThat(first.names()).containsExactly(NAME, OTHER);
        assertThat(first.run()).isNotEqualTo(Snapshot.UNTOLD);
        assertThat(second.run()).isEqualTo(first.run());
        assertThat(second.time()).isGreaterThanOrEqualTo(first.time());
        stored("a");
        Snapshot none = answer(register.look(GROUP, List.of()));
        assertThat(none.values()).isEmpty();
        assertThat(none.run()).isEqualTo(first.run());
    }

    @Test
    void lookReturnsOnlyTheValuesRequested() {
        write("1", "one");
        write("2", "two");
        write("3", "three");
        assertThat(look("1", "3", "4").values()).isEqualTo(Map.of("1", "one", "3", "three"));
    }

    @Test
    void swapCreatesAValueAndReturnsIt() {
        Written made = write(NAME, "a=1");
        assertThat(made.after().values()).isEqualTo(Map.of(NAME, "a=1"));
        assertThat(made.after().run()).isEqualTo(made.looked().run());
        assertThat(made.after().time()).isGreaterThanOrEqualTo(made.looked().time());
        assertThat(look().values()).isEqualTo(Map.of(NAME, "a=1"));
    }

    @Test
    void swapReplacesAValueAndReturnsTheOthers() {
        stored("a=1");
        write(OTHER, "by hand");
        Snapshot after =
                write(register, GROUP, () -> look(NAME, OTHER), NAME, "a=2").after();
        assertThat(after.values()).isEqualTo(Map.of(NAME, "a=2", OTHER, "by hand"));
        assertThat(look(NAME, OTHER).values()).isEqualTo(after.values());
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
        assertRefused(withValues(look(), Map.of(NAME, first)), second);
    }

    private static Snapshot withValues(Snapshot look, Map<String, String> values) {
        return new Snapshot(look.time(), look.run(), look.epoch(), look.names(), values);
    }

    @Test
    void swapThatComparesAnotherValueIsRefused() {
        assertRefused(withValues(look(), Map.of(NAME, "a")));
        stored("b");
        assertRefused(withValues(look(), Map.of(NAME, "a")), "b");
        assertRefused(withValues(look(), Map.of(NAME, "B")), "b");
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
        assertRefused(withValues(look(NAME, OTHER), values));
        stored("x");
        values.put(NAME, "x");
        assertRefused(withValues(look(NAME, OTHER), values), "x");
    }

    @Test
    void swapComparesOnlyTheValuesLookedAt() {
        stored("a");
        write(
                register,
                GROUP,
                () -> {
                    Snapshot before = look();
                    write(OTHER, "since " + before.time());
                    return before;
                },
                NAME,
                "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"another", "-"})
    void swapInAnotherRunIsRefused(String run) {
        Snapshot look = look();
        assertRefused(new Snapshot(look.time(), run, look.epoch(), look.names(), look.values()));
        look = stored("a");
        assertRefused(new Snapshot(look.time(), run, look.epoch(), look.names(), look.values()), "a");
    }

    /** The second one is minutes ahead since the clock goes on meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {-Register.SWAP_LIMIT_MILLIS - 1, 120_000})
    void swapOfALookAtAnotherTimeIsRefused(long difference) {
        assertRefused(shifted(look(), difference));
        stored("a");
        assertRefused(shifted(look(), difference), "a");
        write(register, GROUP, () -> shifted(look(), 100), NAME, "b");
    }

    private static Snapshot shifted(Snapshot look, long millis) {
        return new Snapshot(look.time() + millis, look.run(), look.epoch(), look.names(), look.values());
    }

    @Test
    void groupsAndNamespacesDoNotSeeEachOther() {
        Register other = open(namespace + "2");
        for (String group : List.of(GROUP, "8", "")) {
            write(other, group, "b" + group);
        }
        assertThat(look().values()).isEmpty();
        stored("a");
        for (String group : List.of(GROUP, "8", "")) {
            assertThat(answer(other.look(group, List.of(NAME))).value(NAME)).isEqualTo("b" + group);
        }
        assertThat(look().value(NAME)).isEqualTo("a");
    }

    @Test
    void nothingIsHeldBetweenLookAndSwap() {
        Register other = open(namespace);
        for (String next : List.of("a", "b")) {
            Snapshot stopped = look();
            write(other, GROUP, next);
            assertRefused(stopped, next);
        }
    }

    /**
     * Forbids: two swaps that make or compare one value and both write, and one that writes and says that it did not.
     */
    @Test
    void concurrentSwapsOfOneValueAreAChain() throws Exception {
        List<Register> clients =
                Stream.generate(() -> open(namespace)).limit(THREADS).toList();
        AtomicInteger started = new AtomicInteger();
        List<String> names = List.of("0", "1", "2", "3", "4");
        Map<String, String> chain = new ConcurrentHashMap<>();
        Threads.race(THREADS, () -> {
            int number = started.getAndIncrement();
            Register client = clients.get(number);
            for (int round = 0; round < ROUNDS || chain.isEmpty(); round++) {
                String name = names.get(round % names.size());
                Snapshot look = answer(client.look(GROUP, List.of(name)));
                String next = name + " by=" + number + "-" + round;
                if (answer(client.swap(GROUP, look, name, next)).wrote()) {
                    assertThat(chain.put(look.values().getOrDefault(name, name), next))
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
        Map<String, String> stored = answer(register.look(GROUP, names)).values();
        assertThat(starts).isEqualTo(stored.keySet()).isNotEmpty();
        assertThat(ends).isEqualTo(Set.copyOf(stored.values()));
    }

    /**
     * Forbids: a swap of one value and another of a second one that both write, though each compares what the other writes. Where both come
     * too late, they are sent again.
     */
    @Test
    protected void concurrentSwapsThatCompareEachOtherDoNotBothWrite() {
        Register other = open(namespace);
        for (int round = 0; round < ROUNDS; round++) {
            int place = round % 2;
            List<String> names = List.of("a" + round, "b" + round);
            Awaitility.await()
                    .atMost(DEADLINE)
                    .pollDelay(Duration.ZERO)
                    .pollInSameThread()
                    .until(() -> {
                        Snapshot look = answer(register.look(GROUP, names));
                        CompletionStage<Swapped> first = register.swap(GROUP, look, names.get(place), "first");
                        CompletionStage<Swapped> second = other.swap(GROUP, look, names.get(1 - place), "second");
                        boolean firstWrote = answer(first).wrote();
                        boolean secondWrote = answer(second).wrote();
                        assertThat(firstWrote && secondWrote).as("both wrote").isFalse();
                        return firstWrote || secondWrote;
                    });
            assertThat(answer(register.look(GROUP, names)).values()).hasSize(1);
        }
    }
}
