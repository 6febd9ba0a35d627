package dev.idgen.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Draws twenty million ids at once, with 1 and with 200 threads, beside raw increments. Also draws as many ids as
 * possible for ten seconds, from one process and from four. Each burst has its own namespace, because numbers return
 * only after the lease-ttl. The server counts its work: script calls and CPU.
 */
public final class BurstHarness {

    private static final int BURST = 20_000_000;
    private static final int RAW = Results.quick() ? 20_000 : 200_000;
    private static final int SUSTAINED_SECONDS = Results.quick() ? 4 : 10;
    private static final int THREADS_OF_PROCESS = 4;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;

    private BurstHarness() {}

    public static void main(String[] arguments) throws Exception {
        Results results = Results.of(BurstHarness.class);
        try (LocalRedis redis = LocalRedis.start()) {
            for (int threads : new int[] {1, 200}) {
                burst(redis, threads, results);
            }
            for (int processes : new int[] {1, 4}) {
                sustained(redis, processes, results);
            }
        }
    }

    private static void burst(LocalRedis redis, int threads, Results results) throws Exception {
        StringRedisTemplate template = new StringRedisTemplate(redis.factory());
        double raw =
                new Rounds(1, RAW).median(threads, () -> template.opsForValue().increment("counter"));
        try (StringIds ids = new StringIds(redis.factory(), "burst-" + threads)) {
            new Rounds(1, RAW).median(threads, ids::nextPatiently);
            long scripts = redis.scripts();
            double perSecond = new Rounds(1, BURST).median(threads, ids::nextPatiently);
            results.add(
                    "burst",
                    "",
                    threads,
                    "ids per second",
                    perSecond,
                    "ratio",
                    perSecond / raw,
                    "calls of Redis per 1,000 ids",
                    (redis.scripts() - scripts) * THOUSAND / BURST,
                    "refused calls",
                    ids.refusals());
        }
    }

    private static void sustained(LocalRedis redis, int processes, Results results) throws Exception {
        List<ChildJvm> children = new ArrayList<>();
        try {
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
            measure(redis, children, results);
        } finally {
            for (ChildJvm child : children) {
                child.close();
            }
        }
    }

    private static void measure(LocalRedis redis, List<ChildJvm> children, Results results) throws IOException {
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
