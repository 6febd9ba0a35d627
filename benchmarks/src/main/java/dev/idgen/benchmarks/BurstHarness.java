package dev.idgen.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Draws twenty million ids at once, with 1 and with 200 threads, beside raw increments: in a new namespace, where few
 * numbers are granted, and when it is a minute old. Also draws as many ids as possible for ten seconds, from one process
 * and from four. Each of these has its own namespace, because numbers return only after the lease-ttl. The server
 * counts its work: script calls and CPU.
 */
public final class BurstHarness {

    private static final int BURST = 20_000_000;
    private static final int RAW = Results.quick() ? 20_000 : 200_000;
    private static final int SUSTAINED_SECONDS = Results.quick() ? 4 : 10;
    private static final int THREADS_OF_PROCESS = 4;
    private static final int FEW = 1;
    private static final int MANY = 200;
    private static final Duration NEW = Duration.ofMinutes(1);
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    private BurstHarness() {}

    public static void main(String[] arguments) throws Exception {
        Results results = Results.of(BurstHarness.class);
        List<ChildJvm> one = new ArrayList<>();
        List<ChildJvm> four = new ArrayList<>();
        try (LocalRedis redis = LocalRedis.start()) {
            double rawOfFew = raw(redis, FEW);
            double rawOfMany = raw(redis, MANY);
            try (StringIds few = new StringIds(redis.factory(), "burst-1")) {
                burst(redis, few, "new", FEW, rawOfFew, results);
                try (StringIds many = new StringIds(redis.factory(), "burst-200")) {
                    burst(redis, many, "new", MANY, rawOfMany, results);
                    start(redis, one, 1);
                    start(redis, four, 4);
                    Thread.sleep(NEW.toMillis());
                    burst(redis, few, "a minute old", FEW, rawOfFew, results);
                    burst(redis, many, "a minute old", MANY, rawOfMany, results);
                }
            }
            sustained(redis, one, results);
            sustained(redis, four, results);
        } finally {
            one.forEach(ChildJvm::close);
            four.forEach(ChildJvm::close);
        }
    }

    private static double raw(LocalRedis redis, int threads) throws Exception {
        StringRedisTemplate template = new StringRedisTemplate(redis.factory());
        return new Rounds(1, RAW).median(threads, () -> template.opsForValue().increment("counter"));
    }

    private static void burst(
            LocalRedis redis, StringIds ids, String namespace, int threads, double raw, Results results)
            throws Exception {
        long refused = ids.refusals();
        long scripts = redis.scripts();
        double perSecond = new Rounds(1, BURST).median(threads, ids::nextPatiently);
        results.add(
                "burst",
                "namespace",
                namespace,
                "threads",
                threads,
                "ids per second",
                perSecond,
                "ratio",
                perSecond / raw,
                "calls of Redis per 1,000 ids",
                (redis.scripts() - scripts) * THOUSAND / BURST,
                "refused calls",
                ids.refusals() - refused);
    }

    private static void start(LocalRedis redis, List<ChildJvm> children, int processes) throws IOException {
        for (int i = 0; i < processes; i++) {
            children.add(ChildJvm.start(
                    Drawer.class,
                    Integer.toString(redis.port()),
                    "sustained-" + processes,
                    Integer.toString(THREADS_OF_PROCESS),
                    Integer.toString(SUSTAINED_SECONDS)));
        }
        for (ChildJvm child : children) {
            child.await("ready");
        }
    }

    private static void sustained(LocalRedis redis, List<ChildJvm> children, Results results) throws IOException {
        long scripts = redis.scripts();
        double cpu = redis.cpuSeconds();
        for (ChildJvm child : children) {
            child.say("go");
        }
        long drawn = 0;
        long refused = 0;
        for (ChildJvm child : children) {
            String[] counts = child.await("drawn").split(" ", -1);
            drawn += Long.parseLong(counts[0]);
            refused += Long.parseLong(counts[1]);
        }
        results.add(
                "sustained",
                "processes",
                children.size(),
                "ids per second",
                drawn / (double) SUSTAINED_SECONDS,
                "calls of Redis per 1,000 ids",
                (redis.scripts() - scripts) * THOUSAND / drawn,
                "CPU of Redis per million ids, ms",
                (redis.cpuSeconds() - cpu) * THOUSAND * MILLION / drawn,
                "refused calls",
                refused);
    }
}
