package dev.idgen.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.spring.redis.SpringRedisIdSegmentDistributor;
import org.redisson.Redisson;
import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Measures ids with a real Redis on this machine, beside raw increments in the same run: 200,000 of each, with 1 and
 * with 200 threads. Peers are a handwritten id (time, {@code INCR}, {@code String.format}), CosId's segment chain and
 * Redisson's id generator. Both libraries use the step sizes of their documentation.
 */
public final class RedisHarness {

    private static final int IDS = 200_000;
    private static final int[] THREADS = {1, 200};
    private static final int COSID_STEP = 1000;
    private static final int REDISSON_STEP = 5000;
    private static final Duration LONGEST_OF_PEERS = Duration.ofSeconds(Results.quick() ? 10 : 60);
    private static final DateTimeFormatter NAIVE = DateTimeFormatter.ofPattern("yyMMddHHmmssSSS", Locale.ROOT);

    private RedisHarness() {}

    public static void main(String[] arguments) throws Exception {
        Results results = Results.of(RedisHarness.class);
        try (LocalRedis redis = LocalRedis.start();
                StringIds numbers = new StringIds(redis.factory(), "numbers");
                StringIds ids = new StringIds(redis.factory(), "ids")) {
            StringRedisTemplate template = new StringRedisTemplate(redis.factory());
            SegmentChainId cosId = new SegmentChainId(
                    new SpringRedisIdSegmentDistributor("cosid", "harness", 0, COSID_STEP, template));
            RedissonClient redisson = redisson(redis.port());
            try {
                RIdGenerator redissonIds = redisson.getIdGenerator("redisson");
                redissonIds.tryInit(1, REDISSON_STEP);
                for (int threads : THREADS) {
                    Rounds slow = new Rounds(Results.quick() ? 1 : 2, Results.quick() ? IDS / 10 : IDS);
                    Rounds fast = new Rounds(Results.quick() ? 2 : 5, IDS);
                    Table table = new Table(results, threads);
                    table.raw =
                            slow.median(threads, () -> template.opsForValue().increment("counter"));
                    table.add("raw increments (`INCR`)", table.raw);
                    table.add("sequence only", fast.median(threads, numbers::nextNumber));
                    table.add("ids", fast.median(threads, ids::next));
                    table.add("time, `INCR`, `String.format`", slow.median(threads, () -> naive(template)));
                    table.addPeer("Redisson `RIdGenerator`, " + REDISSON_STEP, slow, redissonIds::nextId);
                    table.addPeer("CosId `SegmentChainId`, " + COSID_STEP, fast, cosId::generate);
                }
            } finally {
                redisson.shutdown();
            }
        }
        System.exit(0); // CosId's workers are not daemon threads.
    }

    private static RedissonClient redisson(int port) {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + port);
        return Redisson.create(config);
    }

    private static String naive(StringRedisTemplate template) {
        Long number = template.opsForValue().increment("naive");
        return String.format(
                Locale.ROOT,
                "%s%s%08d",
                NAIVE.format(LocalDateTime.now(ZoneOffset.UTC)),
                StringIds.BUSINESS,
                number == null ? 0 : number % 100_000_000);
    }

    private static final class Table {

        private final Results results;
        private final int threads;
        private double raw;

        Table(Results results, int threads) {
            this.results = results;
            this.threads = threads;
        }

        /** Measures another library, whose calls may never return. */
        void addPeer(String what, Rounds rounds, Runnable operation) throws Exception {
            try {
                add(what, new Rounds(rounds.rounds(), rounds.count(), LONGEST_OF_PEERS).median(threads, operation));
            } catch (TimeoutException e) {
                String hung = "not done after " + LONGEST_OF_PEERS.toSeconds() + " s";
                results.add("redis", "threads", threads, "", what, "per second", hung, "of raw increments", "–");
            }
        }

        void add(String what, double perSecond) throws IOException {
            results.add(
                    "redis",
                    "threads",
                    threads,
                    "",
                    what,
                    "per second",
                    perSecond,
                    "of raw increments",
                    perSecond / raw);
        }
    }
}
