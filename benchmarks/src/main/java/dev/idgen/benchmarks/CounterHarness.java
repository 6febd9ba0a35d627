package dev.idgen.benchmarks;

import dev.idgen.CounterStore;
import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.RestartableSequence;
import dev.idgen.internal.counter.SegmentSettings;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.redis.RedisCounterStore;
import dev.idgen.redis.ScriptRunner;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Measures a gap-free counter and segments on a real Redis on this machine, beside raw increments in the same run.
 * There are 200 blocked threads, or 2,048 asynchronous calls at a time. Segments have the default settings. At the end,
 * it prints how many numbers a restart at that rate skips.
 */
public final class CounterHarness {

    private static final int ROUNDS = Results.quick() ? 1 : 3;
    private static final Rounds BLOCKED = new Rounds(ROUNDS, 400_000);
    private static final Rounds SEGMENTS = new Rounds(ROUNDS, 20_000_000);
    private static final Rounds ASYNC = new Rounds(ROUNDS, 1);
    private static final int THREADS = 200;
    private static final int IN_FLIGHT = 2048;
    private static final Progression NUMBERS = new Progression(1, 1, Long.MAX_VALUE);
    private static final int ASYNC_COUNT = Results.quick() ? 500_000 : 2_000_000;

    private CounterHarness() {}

    public static void main(String[] arguments) throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            measure(redis.factory(), Results.of(CounterHarness.class));
        }
    }

    private static void measure(LettuceConnectionFactory factory, Results results) throws Exception {
        StringRedisTemplate template = new StringRedisTemplate(factory);
        RedisClient client = (RedisClient) factory.getRequiredNativeClient();
        RedisAsyncCommands<String, String> raw = client.connect().async();
        LongAdder calls = new LongAdder();
        TimeSource time = TimeSource.system();
        Duration timeout = Duration.ofSeconds(5);
        try (ScriptRunner runner = ScriptRunner.create(factory, timeout, time, "");
                CounterSequences counters =
                        new CounterSequences(counted(new RedisCounterStore(runner, "harness"), calls), timeout, time)) {
            NumberSequence counting =
                    counters.merged(NUMBERS, new CounterSettings(timeout, 0)).of("orders", Long.MAX_VALUE);
            double blocked =
                    BLOCKED.median(THREADS, () -> template.opsForValue().increment("counter"));
            report(results, "raw increments, 200 threads", blocked, blocked, 1);
            calls.reset();
            double merged = BLOCKED.median(THREADS, counting::next);
            report(
                    results,
                    "counter, 200 threads",
                    merged,
                    blocked,
                    calls.sum() / (double) (BLOCKED.count() * BLOCKED.rounds()));
            measureSegments(results, counters, calls, blocked);
            double incremented = ASYNC_COUNT * ASYNC.median(1, () -> inFlight(() -> raw.incr("counter")));
            report(results, "raw increments, asynchronous", incremented, incremented, 1);
            calls.reset();
            double async = ASYNC_COUNT * ASYNC.median(1, () -> inFlight(counting::nextAsync));
            report(
                    results,
                    "counter, asynchronous",
                    async,
                    incremented,
                    calls.sum() / (double) (ASYNC_COUNT * ASYNC.rounds()));
        }
    }

    private static void measureSegments(Results results, CounterSequences counters, LongAdder calls, double raw)
            throws Exception {
        SegmentSettings settings = SegmentSettings.defaults(false);
        calls.reset();
        RestartableSequence segments = counters.segments("segments", NUMBERS, CounterSettings.defaults(), settings);
        double fetchedAhead = SEGMENTS.median(THREADS, segments::next);
        long taken = (long) SEGMENTS.count() * SEGMENTS.rounds();
        report(results, "segment, 200 threads", fetchedAhead, raw, calls.sum() / (double) taken);
        segments.stop();
        RestartableSequence restarted = counters.segments("segments", NUMBERS, CounterSettings.defaults(), settings);
        results.add("restart", "numbers that a restart skips after this", restarted.next() - taken - 1);
        restarted.stop();
    }

    private static CounterStore counted(CounterStore store, LongAdder calls) {
        return new CounterStore() {
            @Override
            public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
                calls.increment();
                return store.add(counter, delta, floor, limit);
            }

            @Override
            public CompletionStage<Optional<Long>> read(String counter) {
                return store.read(counter);
            }

            @Override
            public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
                return store.giveBack(counter, expected, value);
            }
        };
    }

    private static void inFlight(Supplier<? extends CompletionStage<?>> call) {
        Semaphore free = new Semaphore(IN_FLIGHT);
        for (int i = 0; i < ASYNC_COUNT; i++) {
            free.acquireUninterruptibly();
            call.get().whenComplete((number, failure) -> {
                free.release();
                if (failure != null) {
                    throw new IllegalStateException(failure);
                }
            });
        }
        free.acquireUninterruptibly(IN_FLIGHT);
    }

    private static void report(Results results, String what, double perSecond, double raw, double callsPerId)
            throws IOException {
        results.add(
                "counters",
                "",
                what,
                "per second",
                perSecond,
                "of raw increments",
                perSecond / raw,
                "store calls per number",
                callsPerId);
    }
}
