package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdgenException;
import dev.idgen.LeaseStore;
import dev.idgen.TcpProxy;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.string.sequence.Stripe;
import dev.idgen.internal.time.ForwardingTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.Stamper;
import dev.idgen.internal.timestamp.StandardSchemes;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.NodeIdClient;
import dev.idgen.internal.timestamp.node.NodePool;
import dev.idgen.internal.timestamp.node.NodeSettings;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A Redis that is new, or restarts empty, whatever else goes wrong then. */
@ExtendWith(OutputCaptureExtension.class)
class LostStoreIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "lost";

    /** So few node ids that two holders of one would be likely. */
    private static final NodePool NODES = NodePool.ofBits(5);

    private static final int RUNNING = 12;
    private static final int STARTED = 10;
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final int SNOWFLAKES = 1_000_000;
    private static final int AT_ONCE = 32;

    /** So few numbers that two holders of one would be likely. */
    private static final BucketLayout SMALL = new BucketLayout(0, 4);

    private static final Duration SHORT_TTL = Duration.ofSeconds(5);
    private static final Pattern EPOCH_MILLIS = Pattern.compile("\\b\\d{13}\\b");

    private Stamper snowflakes(LeaseStore leaseStore) {
        LeasedNodeSource nodes = opened(LeasedNodeSource.start(
                "snowflakes",
                NODES,
                new NodeSettings(NODE_TTL, Duration.ofMillis(500), Duration.ofSeconds(1), Set.of(), true),
                leaseStore,
                TimeSource.system()));
        return Stamper.of(
                "snowflakes",
                StandardSchemes.snowflake(0, NODES.bits(), 12).since(Instant.EPOCH.plus(Duration.ofDays(18_000))),
                () -> nodes,
                TimeSource.system(),
                new GeneratorSettings(Duration.ZERO, Duration.ZERO));
    }

    private BucketSequence<Object> sequence(LeaseStore leaseStore, BucketLayout layout, Duration ttl, TimeSource time) {
        Duration none = Duration.ZERO;
        Duration brief = Duration.ofMillis(250);
        return opened(BucketSequence.start(
                NAMESPACE,
                new Terms(Map.of()),
                new SequenceSettings(ttl, none, brief, brief, Duration.ofSeconds(1), ""),
                leaseStore,
                layout,
                time,
                Object::new));
    }

    /** Whether there was a number. Adds it with its time. */
    private static boolean draw(BucketSequence<Object> sequence, List<Long> drawn) {
        try {
            Stripe<Object> stripe = sequence.acquire();
            drawn.add(stripe.tick() << 26 | stripe.number());
            sequence.release(stripe);
            return true;
        } catch (IdgenException e) {
            return false;
        }
    }

    /** Running instances cannot reconnect for so long, because each answer to a new connection is late. */
    private record Late(AtomicInteger millis) implements TcpProxy.Connection {

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            Wait.millis(millis.get());
            return true;
        }
    }

    /** Snowflakes of several instances, drawn in turn by one thread. */
    private static final class Drawing {

        private final Set<Stamper> successful = new HashSet<>();
        private final List<long[]> ids = new ArrayList<>();

        void round(List<Stamper> stampers) {
            for (Stamper stamper : stampers) {
                try {
                    ids.add(stamper.nextLongs(AT_ONCE));
                    successful.add(stamper);
                } catch (IdgenException e) {
                    // it has no node id now
                }
            }
        }

        int size() {
            return ids.size() * AT_ONCE;
        }

        long duplicates() {
            long[] sorted = ids.stream().flatMapToLong(Arrays::stream).sorted().toArray();
            return LongStream.range(1, sorted.length)
                    .filter(i -> sorted[(int) i] == sorted[(int) i - 1])
                    .count();
        }
    }

    @Tag(Fleet.TAG)
    @Test
    void snowflakesDifferIfRunningInstancesReconnectLate() {
        RedisServer redis = server();
        AtomicInteger late = new AtomicInteger();
        TcpProxy slow = opened(new TcpProxy(redis.port(), () -> new Late(late)));
        new NodeIdClient(register(redis, NAMESPACE), NODES, 0, "any", NODE_TTL.toMillis()).createGroup();
        List<Stamper> all = new ArrayList<>();
        Drawing drawing = new Drawing();
        IntStream.range(0, RUNNING).forEach(i -> all.add(snowflakes(register(slow.port(), NAMESPACE))));
        drawUntil(() -> drawing.successful.size() == RUNNING, drawing, all);

        late.set(3000);
        redis.kill();
        redis.startEmpty();
        IntStream.range(0, STARTED).forEach(i -> all.add(snowflakes(register(redis, NAMESPACE))));
        drawUntil(() -> drawing.successful.size() == RUNNING + STARTED && drawing.size() >= SNOWFLAKES, drawing, all);

        assertThat(drawing.duplicates()).isZero();
    }

    private static void drawUntil(BooleanSupplier enough, Drawing drawing, List<Stamper> stampers) {
        Instant deadline = Instant.now().plusSeconds(60);
        while (!enough.getAsBoolean()) {
            drawing.round(stampers);
            Wait.millis(1);
            assertThat(Instant.now()).as("%s draw", drawing.successful).isBefore(deadline);
        }
    }

    /**
     * Idle instances draw numbers that they have held since before the loss. Such a number may not have been drawn by another
     * instance since then.
     */
    @Tag(Fleet.TAG)
    @Test
    void numbersOfIdleInstancesAreNotGrantedAgainInTheirWindows() {
        RedisServer redis = server();
        List<BucketSequence<Object>> holders = Stream.generate(
                        () -> sequence(register(redis, NAMESPACE), SMALL, SHORT_TTL, TimeSource.system()))
                .limit(3)
                .toList();
        holders.forEach(holder -> Wait.until("a number", () -> draw(holder, new ArrayList<>())));
        long[] calls = {-1};
        Wait.until("the holders to rest", () -> {
            long before = calls[0];
            Wait.of(SHORT_TTL.dividedBy(6));
            calls[0] = redis.scriptCalls();
            return calls[0] == before;
        });

        redis.kill();
        redis.startEmpty();
        BucketSequence<Object> started = sequence(register(redis, NAMESPACE), SMALL, SHORT_TTL, TimeSource.system());
        List<Long> granted = new ArrayList<>();
        Wait.until("a number", () -> draw(started, granted));
        for (int i = 0; i < 1 << SMALL.bits(); i++) {
            Wait.millis(20);
            draw(started, granted);
        }
        List<Long> held = new ArrayList<>();
        holders.stream().filter(holder -> holder.stock() > 0).forEach(holder -> draw(holder, held));

        assertThat(numbers(held)).doesNotContainAnyElementsOf(numbers(granted));
    }

    private static List<Long> numbers(List<Long> drawn) {
        return drawn.stream().map(id -> id & ((1 << 26) - 1)).toList();
    }

    @Test
    void clockThatStepsAheadBeforeARestartLocksNothingForLong() {
        RedisServer redis = server();
        AtomicLong ahead = new AtomicLong();
        TimeSource stepping = new ForwardingTime() {
            @Override
            public Instant instant() {
                return super.instant().plusMillis(ahead.get());
            }
        };
        Duration ttl = Duration.ofSeconds(10);
        BucketSequence<Object> sequence = sequence(register(redis, NAMESPACE), BucketLayout.STANDARD, ttl, stepping);
        List<Long> drawn = new ArrayList<>();
        Wait.until("a number", () -> draw(sequence, drawn));

        ahead.set(Duration.ofHours(1).toMillis());
        redis.kill();
        redis.startEmpty();
        Wait.until("numbers", () -> {
            draw(sequence, drawn);
            return redis.<Set<String>>ask(jedis -> jedis.keys("{idgen:4:" + NAMESPACE + ":*}"))
                            .size()
                    == 16;
        });

        long latest =
                Long.parseLong(redis.<List<String>>ask(jedis -> jedis.time()).get(0)) * 1000
                        + ttl.toMillis()
                        + GroupRule.MARGIN_MILLIS;
        assertThat(times(redis)).isNotEmpty().allMatch(time -> time <= latest);
        BucketSequence<Object> started =
                sequence(register(redis, NAMESPACE), BucketLayout.STANDARD, ttl, TimeSource.system());
        Wait.until("a number of a new instance", () -> draw(started, drawn));
    }

    /** All times that are stored. */
    private static List<Long> times(RedisServer redis) {
        return redis.<List<Long>>ask(jedis -> jedis.keys("*").stream()
                .flatMap(key -> jedis.hvals(key).stream())
                .flatMap(value -> EPOCH_MILLIS.matcher(value).results())
                .map(found -> Long.valueOf(found.group()))
                .toList());
    }

    @Test
    void newNamespaceIsQuietAndCheap(CapturedOutput output) {
        RedisServer redis = server();
        BucketSequence<Object> sequence = sequence(
                register(redis, NAMESPACE), BucketLayout.STANDARD, Duration.ofSeconds(10), TimeSource.system());
        Wait.until("a number", () -> draw(sequence, new ArrayList<>()));

        assertThat(redis.scriptCalls()).isLessThanOrEqualTo(150);
        assertThat(output.getAll().lines().filter(line -> line.contains("dev.idgen")))
                .noneMatch(line -> line.contains("WARN") || line.contains("ERROR"));
    }
}
