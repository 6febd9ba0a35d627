package dev.idgen.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * How long single calls take with 200 threads: an id, a raw increment, and a call that does nothing, which shows what the
 * machine's scheduling adds. As fast as they go (closed loop) and at a given rate (open loop), in calm and while the Redis
 * server is stopped and started again. A failover is not measured here: what it does to callers is told in docs/operations.md.
 */
public final class LatencyHarness {

    private static final int THREADS = 200;
    private static final int RATE = 20_000;
    private static final Duration DURATION = Duration.ofSeconds(Results.quick() ? 2 : 6);
    private static final Duration UNTIL_RESTART = Duration.ofMillis(800);
    private static final Duration DOWN = Duration.ofSeconds(1);
    private static final double NANOS_OF_MICRO = 1e3;

    private LatencyHarness() {}

    public static void main(String[] arguments) throws Exception {
        Results results = Results.of(LatencyHarness.class);
        Load closed = Load.closed(THREADS, DURATION);
        Load open = Load.open(THREADS, DURATION, RATE);
        try (LocalRedis redis = LocalRedis.startAppendOnly();
                StringIds ids = new StringIds(redis.factory(), "latency")) {
            StringRedisTemplate template = new StringRedisTemplate(redis.factory());
            Subjects subjects = new Subjects(redis, ids, template, results);
            // Compiled before it counts.
            Load.closed(THREADS, Duration.ofSeconds(1)).run(ids::next);
            Load.closed(THREADS, Duration.ofSeconds(1)).run(subjects::increment);
            subjects.all("closed", closed);
            subjects.all(String.format(Locale.ROOT, "open, %,d per second", RATE), open);
        }
    }

    private record Subjects(LocalRedis redis, StringIds ids, StringRedisTemplate template, Results results) {

        void increment() {
            template.opsForValue().increment("counter");
        }

        void all(String loop, Load load) throws Exception {
            add(loop, "calm", "nothing", load.run(() -> {}));
            add(loop, "calm", "`nextId`", load.run(ids::next));
            add(loop, "restart of Redis", "`nextId`", whileRestarting(load, ids::next));
            add(loop, "calm", "`INCR`", load.run(this::increment));
            add(loop, "restart of Redis", "`INCR`", whileRestarting(load, this::increment));
        }

        private Load.Outcome whileRestarting(Load load, Runnable call) throws Exception {
            CompletableFuture<Void> restarted = CompletableFuture.runAsync(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(UNTIL_RESTART.toMillis());
                    redis.restart(DOWN);
                } catch (IOException | InterruptedException e) {
                    throw new CompletionException(e);
                }
            });
            Load.Outcome outcome = load.run(call);
            restarted.join();
            return outcome;
        }

        private void add(String loop, String redisState, String what, Load.Outcome outcome) throws IOException {
            Histogram nanos = outcome.nanos();
            results.add(
                    "latency",
                    "loop",
                    loop,
                    "Redis",
                    redisState,
                    "",
                    what,
                    "p50, µs",
                    micros(nanos, 50),
                    "p99, µs",
                    micros(nanos, 99),
                    "p99.9, µs",
                    micros(nanos, 99.9),
                    "p99.99, µs",
                    micros(nanos, 99.99),
                    "max, µs",
                    nanos.getMaxValue() / NANOS_OF_MICRO,
                    "calls",
                    nanos.getTotalCount(),
                    "failed",
                    outcome.failures());
        }

        private static double micros(Histogram nanos, double percentile) {
            return nanos.getValueAtPercentile(percentile) / NANOS_OF_MICRO;
        }
    }
}
