package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keeps the tables of capacity and load in {@code docs/redis.md} as the shipped client and the store's rules have them
 * in logical time; {@code -Didgen.docs.write=true} writes them anew.
 */
class RedisPageTests {

    private static final Path PAGE = Path.of("..", "docs", "redis.md");
    private static final BucketLayout LAYOUT = BucketLayout.STANDARD;
    private static final Duration STEP = Duration.ofMillis(10);
    private static final int[] TTLS = {1, 2, 5, 10, 20, 45, 60};
    private static final int[] LOADED_TTLS = {2, 10, 45};

    /** Longer than an instance that draws nothing goes on asking. */
    private static final int WARM_UP_TTLS = 8;

    private static final int MEASURED_TTLS = 8;

    /**
     * Ids per second, rounded down to 100,000: three of a bucket's parts may be waiting for their windows to close,
     * which last for a ttl and a little more, since parts do not end when it suits.
     */
    private static long capacity(int ttlSeconds) {
        long parts = (long) LAYOUT.buckets() * LAYOUT.partSize();
        return (long) (parts * (BucketLayout.PARTS - 1) / (ttlSeconds + 0.05)) / 100_000 * 100_000;
    }

    @Test
    void capacityIsWhatThePageSays() throws IOException {
        StringBuilder table = new StringBuilder("| `lease-ttl` | ids per second |\n|---|---|\n");
        for (int ttl : TTLS) {
            table.append(String.format(Locale.ROOT, "| %d s | %,d |%n", ttl, capacity(ttl)));
        }
        GeneratedTable.check(PAGE, "capacity", table);
    }

    /** One bucket, asked for its share in each moment, always has it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 10, 20, 60})
    void bucketSustainsItsShareOfTheCapacity(int ttl) {
        BucketRule rule =
                new BucketRule(LAYOUT, LAYOUT.rule(Duration.ofSeconds(ttl).toMillis()));
        long now = 1_000_000;
        double perStep = (double) capacity(ttl) / LAYOUT.buckets() * STEP.toMillis() / 1000;
        double wanted = 0;
        GroupValue group = new GroupValue("run", 0, 1, LeaseText.empty());
        BucketValue value = BucketValue.NONE;
        for (long step = 0; step < 10 * Duration.ofSeconds(ttl).dividedBy(STEP); step++) {
            wanted += perStep;
            while (wanted >= 1) {
                BucketRule.BucketStep made = rule.lease(
                        group, value, now, new BucketRule.LeaseQuestion((int) wanted, (int) wanted, 0, true));
                assertThat(made.answer()).isInstanceOf(LeaseReply.BucketGranted.class);
                value = Objects.requireNonNull(made.next());
                wanted -= ((LeaseReply.BucketGranted) made.answer()).count();
            }
            now += STEP.toMillis();
        }
    }

    @Test
    void loadIsWhatThePageSays() throws IOException {
        StringBuilder table = new StringBuilder("| ids per second of an instance |");
        for (int ttl : LOADED_TTLS) {
            table.append(" ").append(ttl).append(" s |");
        }
        table.append("\n|---|---|---|---|\n");
        for (int rate : new int[] {0, 1, 100, 1000, 10_000, 50_000}) {
            table.append(String.format(Locale.ROOT, "| %,d |", rate));
            for (int ttl : LOADED_TTLS) {
                table.append(String.format(Locale.ROOT, " %.1f |", requestsPerSecond(rate, ttl)));
            }
            table.append("\n");
        }
        GeneratedTable.check(PAGE, "load", table);
    }

    /** Requests of an instance with the default settings, when it has run for a while. */
    private static double requestsPerSecond(int rate, int ttlSeconds) {
        ManualTime time = new ManualTime();
        ManualScheduler scheduler = new ManualScheduler(time);
        UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(new InMemoryLeaseStore(time));
        SequenceSettings settings = SequenceFixture.settings(
                Duration.ofSeconds(ttlSeconds), SequenceSettings.defaults().acquireTimeout());
        try (BucketSequence<Object> sequence = BucketSimulation.start(
                "default",
                settings,
                leaseStore,
                LAYOUT,
                time,
                new ManualPlanner(scheduler),
                0,
                () -> 0,
                OmittedRule.NONE,
                new HeldWindows())) {
            draw(sequence, scheduler, rate, WARM_UP_TTLS * ttlSeconds);
            int before = leaseStore.requests().size();
            draw(sequence, scheduler, rate, MEASURED_TTLS * ttlSeconds);
            return (leaseStore.requests().size() - before) / ((double) MEASURED_TTLS * ttlSeconds);
        }
    }

    private static void draw(BucketSequence<Object> sequence, ManualScheduler scheduler, int rate, int seconds) {
        double wanted = 0;
        for (long step = 0; step < Duration.ofSeconds(seconds).dividedBy(STEP); step++) {
            scheduler.run(STEP);
            wanted += rate * STEP.toMillis() / 1000.0;
            long whole = (long) wanted;
            wanted -= whole;
            assertThat(SequenceFixture.drawAll(sequence, whole)).isEqualTo(whole);
        }
    }
}
