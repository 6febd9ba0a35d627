package dev.idgen.benchmarks;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.timestamp.StandardSchemes;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Measures how far the time in an id is behind the clock, which it reads just before the call. At full speed, it
 * measures every thousandth id; at 100 ids a second, every id. Ids whose time is not behind the clock count as 0.
 */
public final class StampLagHarness {

    private static final Duration DURATION = Duration.ofSeconds(Results.quick() ? 1 : 5);
    private static final int SAMPLED = 1000;
    private static final long LONGEST = TimeUnit.HOURS.toMillis(1);
    private static final double PERCENT = 100;

    private final Results results;

    private StampLagHarness(Results results) {
        this.results = results;
    }

    public static void main(String[] arguments) throws Exception {
        StampLagHarness harness = new StampLagHarness(Results.of(StampLagHarness.class));
        try (LocalRedis redis = LocalRedis.start();
                StringIds ids = new StringIds(redis.factory(), "lag");
                LocalGenerators generators = new LocalGenerators()) {
            LongIdGenerator snowflake = generators.longs(StandardSchemes.snowflake());
            ToLongFunction<Long> snowflakeTime =
                    id -> snowflake.decode(id).instant().toEpochMilli();
            harness.all("string", ids::nextPatiently, ids::millisOf);
            harness.all("snowflake", snowflake::next, snowflakeTime);
        }
    }

    private <T> void all(String kind, Supplier<T> next, ToLongFunction<T> time) throws Exception {
        for (int threads : new int[] {1, 8, 64}) {
            add(kind, "at full speed", threads, run(threads, next, time, SAMPLED, 0));
        }
        add(kind, "100 per second", 1, run(1, next, time, 1, 10));
    }

    /** @param pauseMillis the pause between two ids of a thread */
    private static <T> Histogram run(
            int threads, Supplier<T> next, ToLongFunction<T> time, int sampled, long pauseMillis) throws Exception {
        long end = System.nanoTime() + DURATION.toNanos();
        Callable<Histogram> worker = () -> {
            Histogram own = new Histogram(LONGEST, 3);
            while (end - System.nanoTime() > 0) {
                for (int i = 1; i < sampled; i++) {
                    T unused = next.get();
                }
                long before = System.currentTimeMillis();
                T id = next.get();
                own.recordValue(Math.min(LONGEST, Math.max(0, before - time.applyAsLong(id))));
                if (pauseMillis > 0) {
                    Thread.sleep(pauseMillis);
                }
            }
            return own;
        };
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            Histogram all = new Histogram(LONGEST, 3);
            for (Future<Histogram> future : executor.invokeAll(Collections.nCopies(threads, worker))) {
                all.add(future.get());
            }
            return all;
        } finally {
            executor.shutdownNow();
        }
    }

    private void add(String kind, String rate, int threads, Histogram millis) throws IOException {
        results.add(
                "lag",
                "",
                kind + ", " + rate + ", " + threads,
                "within 1 ms, %",
                PERCENT * millis.getCountBetweenValues(0, 1) / millis.getTotalCount(),
                "max, ms",
                millis.getMaxValue());
    }
}
