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
import java.util.function.Supplier;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Ids through the whole path on a real Redis on this machine, beside raw increments in the same run: 200,000 of each, with
 * 1 and with 200 threads.
 */
public final class RedisHarness {

    private static final Rounds ROUNDS = new Rounds(5, 200_000);
    private static final SequenceSettings SETTINGS = SequenceSettings.defaults();

    private RedisHarness() {}

    public static void main(String[] arguments) throws Exception {
        LocalRedis.run(RedisHarness::measure);
    }

    private static void measure(LettuceConnectionFactory factory) throws Exception {
        StringRedisTemplate template = new StringRedisTemplate(factory);
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "harness");
        TimeSource time = TimeSource.system();
        try (ScriptRunner runner = ScriptRunner.create(factory, SETTINGS.requestTimeout(), time);
                BucketSequence<Object> sequence = sequence("numbers", format, runner, Object::new);
                StringIdService ids = new StringIdService(format, sequence("ids", format, runner, format::newWriter))) {
            for (int threads : new int[] {1, 200}) {
                double raw = ROUNDS.best(threads, () -> template.opsForValue().increment("counter"));
                double numbers = ROUNDS.best(threads, () -> {
                    Stripe<Object> stripe = sequence.acquire();
                    sequence.release(stripe);
                });
                double strings = ROUNDS.best(threads, () -> ids.nextId("ORDR"));
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
}
