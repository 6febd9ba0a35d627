package dev.idgen.benchmarks;

import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.RestartableSequence;
import dev.idgen.internal.counter.SegmentSettings;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.SegmentChainId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Takes a number that was fetched ahead, beside one atomic addition and CosId's segment chain. Stores answer at once.
 */
@State(Scope.Benchmark)
public class SegmentBenchmark {

    private static final int MOST = 100_000_000;

    private final AtomicLong limit = new AtomicLong();
    private final CosIdSegments cosIdSegments = new CosIdSegments();
    private CounterSequences counters;
    private RestartableSequence segments;
    private SegmentChainId cosId;

    @Setup
    public void start() {
        counters = new CounterSequences(new InMemoryCounterStore(), Duration.ofSeconds(1), TimeSource.system());
        segments = counters.segments(
                "benchmark",
                new Progression(1, 1, Long.MAX_VALUE),
                CounterSettings.defaults(),
                new SegmentSettings(CosIdSegments.STEP, MOST, Duration.ofSeconds(5), false));
        cosId = cosIdSegments.chain();
    }

    @TearDown
    public void stop() {
        segments.stop();
        counters.close();
        cosIdSegments.close();
    }

    @Benchmark
    public long limitAtomic() {
        return limit.incrementAndGet();
    }

    @Benchmark
    public long segment() {
        return segments.next();
    }

    @Benchmark
    public long cosIdSegment() {
        return cosId.generate();
    }
}
