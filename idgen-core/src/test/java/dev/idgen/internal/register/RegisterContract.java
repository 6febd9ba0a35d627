package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Register.Swapped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    protected final Look look(String... names) {
        return answer(register.look(GROUP, names.length == 0 ? List.of(NAME) : List.of(names)));
    }

    protected final Swapped swap(Look looked, String next) {
        return answer(register.swap(GROUP, looked, NAME, next));
    }

    /** Writes a value, and looks at it. */
    protected final Look stored(String value) {
        assertThat(swap(look(), value).wrote()).isTrue();
        return look();
    }

    private void write(String name, String value) {
        Swapped swapped = answer(register.swap(GROUP, look(name), name, value));
        assertThat(swapped.wrote()).isTrue();
    }

    /** Neither writes nor changes anything, and tells what is there. */
    protected final void assertRefused(Look looked, String... stored) {
        Map<String, String> before = look(NAME, OTHER).values();
        Swapped swapped = swap(looked, "refused");
        assertThat(swapped.wrote()).isFalse();
        assertThat(swapped.look().names()).isEqualTo(looked.names());
        assertThat(swapped.look().values().get(NAME)).isEqualTo(stored.length == 0 ? null : stored[0]);
        assertThat(look(NAME, OTHER).values()).isEqualTo(before);
    }

    @Test
    void lookOfNothingTellsTimeAndRun() {
        Look first = look(NAME, OTHER);
        Look second = look(NAME, OTHER);
        assertThat(first.values()).isEmpty();
        assertThat(first.names()).containsExactly(NAME, OTHER);
        assertThat(first.run()).isNotEqualTo(Look.UNTOLD);
        assertThat(second.run()).isEqualTo(first.run());
        assertThat(second.time()).isGreaterThanOrEqualTo(first.time());
    }

    @Test
    void lookAtNoValueTellsTimeAndRun() {
        stored("a");
        Look none = answer(register.look(GROUP, List.of()));
        assertThat(none.values()).isEmpty();
        assertThat(none.run()).isEqualTo(look().run());
    }

    @Test
    void lookTellsTheValuesAskedForOnly() {
        write("1", "one");
        write("2", "two");
        write("3", "three");
        assertThat(look("1", "3", "4").values()).isEqualTo(Map.of("1", "one", "3", "three"));
    }

    @Test
    void swapMakesAValueAndTellsIt() {
        Look before = look();
        Swapped made = swap(before, "a=1");
        assertThat(made.wrote()).isTrue();
        assertThat(made.look().values()).isEqualTo(Map.of(NAME, "a=1"));
        assertThat(made.look().run()).isEqualTo(before.run());
        assertThat(made.look().time()).isBetween(before.time(), before.time() + Register.SWAP_LIMIT_MILLIS);
        assertThat(look().values()).isEqualTo(Map.of(NAME, "a=1"));
    }

    @Test
    void swapReplacesAValueAndTellsTheOthers() {
        stored("a=1");
        write(OTHER, "by hand");
        Swapped swapped = swap(look(NAME, OTHER), "a=2");
        assertThat(swapped.wrote()).isTrue();
        assertThat(swapped.look().values()).isEqualTo(Map.of(NAME, "a=2", OTHER, "by hand"));
        assertThat(look(NAME, OTHER).values()).isEqualTo(swapped.look().values());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'", "\"", "\\", ":", "?", "%", "$1", ";", "ä", "日本語", "😀", "{}"})
    void valueMayHaveAnyCharacter(String character) {
        String value = "a=" + character;
        assertThat(stored(value).value(NAME)).isEqualTo(value);
        assertThat(swap(look(), value + character + "b").wrote()).isTrue();
        assertThat(look().value(NAME)).isEqualTo(value + character + "b");
    }

    @Test
    void valueMayHaveFourThousandCharacters() {
        String first = "a".repeat(4000);
        String second = "a".repeat(3999) + "b";
        assertThat(stored(first).value(NAME)).isEqualTo(first);
        assertThat(swap(look(), second).wrote()).isTrue();
        assertThat(look().value(NAME)).isEqualTo(second);
        assertRefused(answered(look(), Map.of(NAME, first)), second);
    }

    private static Look answered(Look look, Map<String, String> values) {
        return new Look(look.time(), look.run(), look.epoch(), look.names(), values);
    }

    @Test
    void swapOfAnotherValueIsRefused() {
        Look before = stored("a");
        assertThat(swap(before, "b").wrote()).isTrue();
        assertRefused(answered(look(), Map.of(NAME, "a")), "b");
        assertRefused(answered(look(), Map.of(NAME, "B")), "b");
    }

    @Test
    void swapOfAMissingValueIsRefusedIfItIsThere() {
        Look missing = look();
        stored("a");
        assertRefused(missing, "a");
    }

    @Test
    void swapOfAValueIsRefusedIfItIsMissing() {
        assertRefused(answered(look(), Map.of(NAME, "a")));
    }

    @Test
    void repeatedSwapIsRefused() {
        Look missing = look();
        assertThat(swap(missing, "a").wrote()).isTrue();
        assertRefused(missing, "a");
        Look first = look();
        assertThat(swap(first, "b").wrote()).isTrue();
        assertRefused(first, "b");
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
        assertRefused(answered(look(NAME, OTHER), values));
        stored("x");
        values.put(NAME, "x");
        assertRefused(answered(look(NAME, OTHER), values), "x");
    }

    @Test
    void valuesThatWereNotLookedAtAreNotCompared() {
        Look before = stored("a");
        write(OTHER, "since");
        assertThat(swap(before, "b").wrote()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"another", "-"})
    void swapInAnotherRunIsRefused(String run) {
        Look look = look();
        assertRefused(new Look(look.time(), run, look.epoch(), look.names(), look.values()));
        look = stored("a");
        assertRefused(new Look(look.time(), run, look.epoch(), look.names(), look.values()), "a");
    }

    /** The second one is minutes ahead since the clock goes on meanwhile. */
    @ParameterizedTest
    @ValueSource(longs = {-Register.SWAP_LIMIT_MILLIS - 1, 120_000})
    void swapOfALookAtAnotherTimeIsRefused(long difference) {
        Look look = look();
        assertRefused(shifted(look, difference));
        look = stored("a");
        assertRefused(shifted(look, difference), "a");
        assertThat(swap(shifted(look(), 100), "b").wrote()).isTrue();
    }

    private static Look shifted(Look look, long millis) {
        return new Look(look.time() + millis, look.run(), look.epoch(), look.names(), look.values());
    }

    @Test
    void groupsDoNotSeeEachOther() {
        stored("a");
        Look other = answer(register.look("8", List.of(NAME)));
        assertThat(other.values()).isEmpty();
        assertThat(answer(register.swap("8", other, NAME, "b")).wrote()).isTrue();
        Look empty = answer(register.look("", List.of(NAME)));
        assertThat(empty.values()).isEmpty();
        assertThat(answer(register.swap("", empty, NAME, "c")).wrote()).isTrue();
        assertThat(look().value(NAME)).isEqualTo("a");
        assertThat(answer(register.look("8", List.of(NAME))).value(NAME)).isEqualTo("b");
    }

    @Test
    void namespacesDoNotSeeEachOther() {
        Look missing = look();
        Register other = open(namespace + "2");
        Look its = answer(other.look(GROUP, List.of(NAME)));
        assertThat(answer(other.swap(GROUP, its, NAME, "b")).wrote()).isTrue();
        assertThat(look().values()).isEmpty();
        assertThat(swap(missing, "a").wrote()).isTrue();
        assertThat(answer(other.look(GROUP, List.of(NAME))).value(NAME)).isEqualTo("b");
    }

    @Test
    void nothingIsHeldBetweenLookAndSwap() {
        Look stopped = look();
        Register other = open(namespace);
        Look its = answer(other.look(GROUP, List.of(NAME)));
        assertThat(answer(other.swap(GROUP, its, NAME, "a")).wrote()).isTrue();
        assertRefused(stopped, "a");
        stopped = look();
        its = answer(other.look(GROUP, List.of(NAME)));
        assertThat(answer(other.swap(GROUP, its, NAME, "b")).wrote()).isTrue();
        assertRefused(stopped, "b");
    }

    @Test
    void nothingIsHeldByFormatTwoThatWasNeverUsed() {
        for (String group : List.of("", GROUP, "nodes:10:0")) {
            assertThat(answer(register.earlierFormatEnds(group))).isZero();
        }
    }

    /** Forbids: two swaps that compare one value and both write, and one that writes and says that it did not. */
    @Test
    void concurrentSwapsOfOneValueAreAChain() {
        Map<String, String> chain = new HashMap<>();
        runAtATime((client, number) -> {
            for (int round = 0; round < ROUNDS; round++) {
                Look look = answer(client.look(GROUP, List.of(NAME)));
                String next = "by=" + number + "-" + round;
                if (answer(client.swap(GROUP, look, NAME, next)).wrote()) {
                    synchronized (chain) {
                        assertThat(chain.put(look.values().getOrDefault(NAME, ""), next))
                                .as("two swaps of one value wrote")
                                .isNull();
                    }
                }
            }
        });
        Set<String> passed = new HashSet<>();
        String last = "";
        for (String next = chain.get(last); next != null; next = chain.get(last)) {
            passed.add(next);
            last = next;
        }
        assertThat(passed).hasSameSizeAs(chain.values()).isNotEmpty();
        assertThat(look().value(NAME)).isEqualTo(last);
    }

    /** Forbids: two that make one value. */
    @Test
    void concurrentSwapsMakeAValueOnce() {
        Map<String, String> made = new HashMap<>();
        runAtATime((client, number) -> {
            for (int round = 0; round < ROUNDS; round++) {
                String name = Integer.toString(round);
                Look look = answer(client.look(GROUP, List.of(name)));
                String next = "by=" + number;
                if (look.values().isEmpty()
                        && answer(client.swap(GROUP, look, name, next)).wrote()) {
                    synchronized (made) {
                        assertThat(made.put(name, next))
                                .as("two swaps made one value")
                                .isNull();
                    }
                }
            }
        });
        Look all = look(made.keySet().toArray(String[]::new));
        assertThat(all.values()).isEqualTo(made).isNotEmpty();
    }

    /** Forbids: a swap of one value and another of a second one that both write, though each compares what the other writes. */
    @Test
    protected void concurrentSwapsThatCompareEachOtherDoNotBothWrite() {
        Register other = open(namespace);
        for (int round = 0; round < ROUNDS; round++) {
            List<String> names = List.of("a" + round, "b" + round);
            Look look = answer(register.look(GROUP, names));
            CompletionStage<Swapped> first = register.swap(GROUP, look, names.get(round % 2), "first");
            CompletionStage<Swapped> second = other.swap(GROUP, look, names.get(1 - round % 2), "second");
            assertThat(answer(first).wrote()).isNotEqualTo(answer(second).wrote());
            assertThat(answer(register.look(GROUP, names)).values()).hasSize(1);
        }
    }

    /** What one client does while others do the same. */
    private interface Part {

        void play(Register client, int number);
    }

    private void runAtATime(Part part) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                Register client = open(namespace);
                running.add(CompletableFuture.runAsync(() -> part.play(client, number), threads));
            }
            running.forEach(one -> one.orTimeout(120, TimeUnit.SECONDS).join());
        } finally {
            threads.shutdownNow();
        }
    }
}
