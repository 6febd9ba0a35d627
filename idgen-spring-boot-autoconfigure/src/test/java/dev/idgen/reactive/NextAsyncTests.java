package dev.idgen.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import dev.idgen.CounterStore;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The contract of {@link IdGenerator#nextAsync}, for all types whose ids need a store. */
class NextAsyncTests {

    /** Those that need no store. */
    private static final List<String> ALWAYS =
            List.of("flake", "object-id", "ulid", "uuid-v1", "uuid-v4", "uuid-v6", "uuid-v7");

    private static final List<String> TYPES = WatchedApplication.TYPES.stream()
            .filter(type -> !ALWAYS.contains(type))
            .toList();

    private static final Duration BEFORE_REQUESTS_END = Duration.ofSeconds(50);

    private static final CounterStore FAILING = mock(
            CounterStore.class,
            call -> CompletableFuture.failedFuture(new IllegalStateException("connection refused")));

    /** Answers only once it is released. The thread that releases it gives the answers, as a driver's thread does. */
    private static final class SilentCounterStore implements CounterStore {

        private final CounterStore counters = new InMemoryCounterStore();
        private final CompletableFuture<Void> released = new CompletableFuture<>();

        @Override
        public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
            return released.thenCompose(any -> counters.add(counter, delta, floor, limit));
        }

        @Override
        public CompletionStage<Optional<Long>> read(String counter) {
            return new CompletableFuture<>();
        }

        @Override
        public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
            return counters.giveBack(counter, expected, value);
        }
    }

    private static ApplicationContextRunner withoutStore() {
        return application(() -> FAILING, "100ms");
    }

    /** Requests to the store end by a timeout long after the calls' deadlines. */
    private static ApplicationContextRunner withSilentStore(String acquireTimeout) {
        return application(SilentCounterStore::new, acquireTimeout)
                .withPropertyValues(
                        "idgen.counter.request-timeout=60s",
                        "idgen.node.lease-ttl=10m",
                        "idgen.node.request-timeout=60s");
    }

    private static ApplicationContextRunner application(Supplier<CounterStore> counters, String acquireTimeout) {
        List<String> properties = new ArrayList<>(
                List.of("idgen.generators.random-claim.max=1000000", "idgen.generators.decimal-id.launch-id=1"));
        for (String type : TYPES) {
            properties.add("idgen.generators." + type + ".type=" + type);
            properties.add("idgen.generators." + type + ".acquire-timeout=" + acquireTimeout);
        }
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class))
                .withBean(UnreliableLeaseStore.class, () -> {
                    UnreliableLeaseStore leaseStore =
                            new UnreliableLeaseStore(new InMemoryLeaseStore(TimeSource.system()));
                    leaseStore.decide(Fate.FAILED); // at once, so that the start does not wait
                    return leaseStore;
                })
                .withBean(CounterStore.class, counters)
                .withPropertyValues(properties.toArray(String[]::new));
    }

    @Test
    void futureFailsWithTheExceptionThatNextThrows() {
        withoutStore().run(context -> {
            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String type : TYPES) {
                IdGenerator<?> ids = generators.get(type);
                Throwable thrown = catchThrowable(ids::next);
                assertThat(thrown).as(type).isInstanceOf(IdgenException.class);
                Throwable[] failure = new Throwable[1];
                ids.nextAsync()
                        .handle((id, failed) -> failure[0] = failed)
                        .toCompletableFuture()
                        .get(1, TimeUnit.MINUTES);
                assertThat(failure[0]).as(type).isInstanceOf(thrown.getClass());
                assertThatThrownBy(() -> ids.next(2)).as(type).isInstanceOf(IdgenException.class);
                // counted by another action on the same future, which may run after this test's
                await().untilAsserted(() ->
                        assertThat(failedCalls((Monitored) ids)).as(type).isEqualTo(3));
            }
        });
    }

    @Test
    void callEndsByItsDeadlineWhileTheStoreIsSilent() {
        withSilentStore("100ms").run(context -> {
            context.getBean(UnreliableLeaseStore.class).decide(Fate.SWALLOWED);
            IdGenerators generators = context.getBean(IdGenerators.class);
            for (String type : TYPES) {
                assertThat(generators.get(type).nextAsync())
                        .as(type)
                        .failsWithin(BEFORE_REQUESTS_END)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(IdgenException.class);
            }
        });
    }

    /** A slow action of one caller would otherwise delay the store's driver, or all other callers. */
    @Test
    void actionOfAWaitingCallerRunsInTheCommonPool() {
        withSilentStore("60s").run(context -> {
            UnreliableLeaseStore leases = context.getBean(UnreliableLeaseStore.class);
            leases.decide(Fate.LATE);
            IdGenerators generators = context.getBean(IdGenerators.class);
            Map<String, CompletableFuture<String>> threads = new LinkedHashMap<>();
            for (String type : TYPES) {
                threads.put(
                        type,
                        generators
                                .get(type)
                                .nextAsync()
                                .thenApply(id -> Thread.currentThread().getName()));
            }
            assertThat(threads).allSatisfy((type, thread) -> assertThat(thread).isNotDone());

            leases.decide(Fate.ANSWERED);
            leases.deliver();
            context.getBean(SilentCounterStore.class).released.complete(null);

            assertThat(threads)
                    .allSatisfy((type, thread) -> assertThat(thread)
                            .succeedsWithin(BEFORE_REQUESTS_END)
                            .asString()
                            .startsWith("ForkJoinPool.commonPool-worker"));
        });
    }

    @Test
    void failedCallsOfStringIdsAreCounted() {
        withoutStore()
                .withPropertyValues("idgen.sequence.acquire-timeout=100ms")
                .run(context -> {
                    IdService ids = context.getBean(IdService.class);
                    assertThatThrownBy(() -> ids.nextId("ORDR")).isInstanceOf(IdgenException.class);
                    assertThatThrownBy(() -> ids.nextIds("ORDR", 2)).isInstanceOf(IdgenException.class);
                    assertThat(ids.nextIdAsync("ORDR")).failsWithin(Duration.ofMinutes(1));
                    await().untilAsserted(() ->
                            assertThat(failedCalls((Monitored) ids)).isEqualTo(3));
                });
    }

    private static long failedCalls(Monitored ids) {
        return ids.measures().stream()
                .filter(measure -> measure.name().equals("idgen.calls.failed"))
                .mapToLong(measure -> measure.count().getAsLong())
                .sum();
    }
}
