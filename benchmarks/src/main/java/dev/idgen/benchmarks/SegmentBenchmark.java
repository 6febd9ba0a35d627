package dev.idgen.benchmarks;

import dev.idgen.internal.counted.CounterSequences;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.counted.SegmentSettings;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.SegmentChainId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Takes a number that was fetched ahead, beside one atomic addition and CosId's segment chain. The stores answer at
 * once. Run it with {@code -t 1}, {@code -t 2}, {@code -t 8} and {@code -t 64}, each with {@code -prof gc}.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class SegmentBenchmark {

    private static final int MOST = 100_000_000;

    private final AtomicLong limit = new AtomicLong();
    private final CosIdSegments cosIdSegments = new CosIdSegments();
    private CounterSequences counters;
    private NumberSequence segments;
    private SegmentChainId cosId;

    @Setup
    public void start() {
        counters = new CounterSequences(new InMemoryCounterStore(), Duration.ofSeconds(1), TimeSource.system());
        segments = counters.segments(
                "benchmark",
                CounterSettings.defaults(),
                new SegmentSettings(CosIdSegments.STEP, MOST, Duration.ofSeconds(5), false));
        cosId = cosIdSegments.chain();
    }

    @TearDown
    public void stop() {
        segments.close();
        counters.close();
        cosIdSegments.close();
    }

    @Benchmark
    @Subject(value = "`AtomicLong.incrementAndGet`", kind = Subject.Kind.LIMIT)
    public long limitAtomic() {
        return limit.incrementAndGet();
    }

    @Benchmark
    @Subject("segment")
    public long segment() {
        return segments.next();
    }

    @Benchmark
    @Subject(value = "CosId `SegmentChainId`", kind = Subject.Kind.PEER)
    public long cosIdSegment() {
        return cosId.generate();
    }
}
