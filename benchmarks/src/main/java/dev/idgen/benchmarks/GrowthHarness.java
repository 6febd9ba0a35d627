package dev.idgen.benchmarks;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.timestamp.StandardSchemes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures how the cost of an id grows with the number of instances of a namespace, buckets, generators of a process,
 * and threads. Each row has its own namespace.
 */
public final class GrowthHarness {

    private static final int IDS = Results.quick() ? 2_000_000 : 10_000_000;
    private static final int THREADS = 8;
    private static final int BITS = BucketLayout.STANDARD.bits();
    private static final double THOUSAND = 1e3;

    private final LocalRedis redis;
    private final Results results;

    private GrowthHarness(LocalRedis redis, Results results) {
        this.redis = redis;
        this.results = results;
    }

    public static void main(String[] arguments) throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            GrowthHarness harness = new GrowthHarness(redis, Results.of(GrowthHarness.class));
            harness.strings("warm-up", 0, 1, BucketLayout.STANDARD, THREADS);
            for (int instances : new int[] {1, 4, 16, 64}) {
                harness.strings("instances", instances, instances, BucketLayout.STANDARD, THREADS);
            }
            for (int bits : new int[] {4, 6, 8}) {
                BucketLayout layout = new BucketLayout(bits, Math.min(24, BITS - bits));
                harness.strings("buckets", layout.buckets(), 1, layout, THREADS);
            }
            for (int threads : new int[] {1, 2, 8, 64, 512}) {
                harness.strings("threads", threads, 1, BucketLayout.STANDARD, threads);
            }
            for (int generators : new int[] {1, 10, 100}) {
                harness.generators(generators);
            }
        }
    }

    private void strings(String what, int many, int instances, BucketLayout layout, int threads) throws Exception {
        List<StringIds> all = new ArrayList<>();
        try {
            for (int i = 0; i < instances; i++) {
                all.add(new StringIds(redis.factory(), what + "-" + many, layout));
            }
            Runnable one = instances == 1
                    ? all.get(0)::nextPatiently
                    : () -> all.get(ThreadLocalRandom.current().nextInt(instances))
                            .nextPatiently();
            new Rounds(1, IDS / 4).median(threads, one);
            long scripts = redis.scripts();
            double perSecond = new Rounds(1, IDS).median(threads, one);
            if (many > 0) {
                add(what, many, perSecond, (redis.scripts() - scripts) * THOUSAND / IDS);
            }
        } finally {
            all.forEach(StringIds::close);
        }
    }

    private void generators(int many) throws Exception {
        try (LocalGenerators generators = new LocalGenerators()) {
            List<LongIdGenerator> all = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                all.add(generators.longsFarAhead(StandardSchemes.snowflake()));
            }
            Runnable one =
                    () -> all.get(ThreadLocalRandom.current().nextInt(many)).nextLong();
            new Rounds(1, IDS / 4).median(THREADS, one);
            add("snowflake generators", many, new Rounds(1, IDS).median(THREADS, one), 0);
        }
    }

    private void add(String what, int many, double perSecond, double scripts) throws IOException {
        results.add(
                "growth",
                "of what",
                what,
                "how many",
                many,
                "ids per second",
                perSecond,
                "calls of Redis per 1,000 ids",
                scripts);
    }
}
