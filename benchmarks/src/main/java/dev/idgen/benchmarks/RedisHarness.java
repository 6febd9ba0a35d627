package dev.idgen.benchmarks;

import dev.idgen.bucket.BucketLayout;
import dev.idgen.bucket.BucketSequence;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.SequenceSettings;
import dev.idgen.bucket.Stripe;
import dev.idgen.redis.RedisLeaseStore;
import dev.idgen.redis.ScriptRunner;
import dev.idgen.scheme.StringIdFormat;
import dev.idgen.scheme.StringIdService;
import dev.idgen.time.TimeSource;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.embedded.RedisServer;

/**
 * Ids through the whole path on a real Redis on this machine, beside raw increments in the same run: 200,000 of each, with
 * 1 and with 200 threads.
 */
public final class RedisHarness {

    private static final int COUNT = 200_000;
    private static final int ROUNDS = 5;
    private static final int PORT = 16_379;
    private static final SequenceSettings SETTINGS = SequenceSettings.defaults();

    private RedisHarness() {}

    public static void main(String[] arguments) throws Exception {
        RedisServer server = RedisServer.newRedisServer()
                .port(PORT)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .build();
        server.start();
        LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", PORT);
        factory.afterPropertiesSet();
        factory.start();
        try {
            measure(factory);
        } finally {
            factory.destroy();
            server.stop();
        }
    }

    private static void measure(LettuceConnectionFactory factory) throws Exception {
        StringRedisTemplate template = new StringRedisTemplate(factory);
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "harness");
        TimeSource time = TimeSource.system();
        try (ScriptRunner runner = ScriptRunner.create(factory, SETTINGS.requestTimeout(), time);
                BucketSequence<Object> sequence = sequence("numbers", format, runner, Object::new);
                StringIdService ids = new StringIdService(format, sequence("ids", format, runner, format::newWriter))) {
            for (int threads : new int[] {1, 200}) {
                double raw = best(threads, () -> template.opsForValue().increment("counter"));
                double numbers = best(threads, () -> {
                    Stripe<Object> stripe = sequence.acquire();
                    sequence.release(stripe);
                });
                double strings = best(threads, () -> ids.nextId("ORDR"));
                report(threads, "raw increments", raw, raw);
                report(threads, "sequence only", numbers, raw);
                report(threads, "ids", strings, raw);
            }
        }
    }

    private static <S> BucketSequence<S> sequence(
            String namespace, StringIdFormat format, ScriptRunner runner, Supplier<S> workspaces) {
        LeaseStore store = RedisLeaseStore.create(runner, namespace, BucketLayout.STANDARD);
        BucketSequence<S> sequence = BucketSequence.start(
                namespace, format.terms(), BucketLayout.STANDARD, SETTINGS, store, TimeSource.system(), workspaces);
        sequence.awaitFirstOutcome(Duration.ofSeconds(5));
        return sequence;
    }

    private static void report(int threads, String what, double perSecond, double raw) {
        System.out.printf(Locale.ROOT, "| %d | %s | %,.0f | %.1f |%n", threads, what, perSecond, perSecond / raw);
    }

    /** Operations per second in the best of several rounds. */
    private static double best(int threads, Runnable operation) throws Exception {
        double best = 0;
        for (int round = 0; round < ROUNDS; round++) {
            best = Math.max(best, once(threads, operation));
        }
        return best;
    }

    private static double once(int threads, Runnable operation) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        Future<?>[] futures = new Future<?>[threads];
        for (int t = 0; t < threads; t++) {
            futures[t] = executor.submit(() -> {
                ready.countDown();
                go.await();
                for (int i = 0; i < COUNT / threads; i++) {
                    operation.run();
                }
                return null;
            });
        }
        ready.await();
        long begun = System.nanoTime();
        go.countDown();
        for (Future<?> future : futures) {
            future.get();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        executor.shutdown();
        executor.awaitTermination(10, TimeUnit.SECONDS);
        return COUNT / seconds;
    }
}
