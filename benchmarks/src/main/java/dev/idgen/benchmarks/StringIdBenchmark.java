package dev.idgen.benchmarks;

import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.bucket.BucketLayout;
import dev.idgen.bucket.BucketSequence;
import dev.idgen.bucket.SequenceSettings;
import dev.idgen.scheme.StringIdFormat;
import dev.idgen.scheme.StringIdService;
import dev.idgen.time.SharedTime;
import dev.idgen.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Taking a string id with stock at hand, beside what any id of that form must cost: its String and one clock read. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Benchmark)
public class StringIdBenchmark {

    private static final int BATCH = 100;

    private final byte[] text = "210821123456789ORDR12345678".getBytes(StandardCharsets.ISO_8859_1);
    private SharedTime time;
    private StringIdService service;
    private IdService ids;
    private IdGenerator<String> orders;
    private StringIdFormat format;
    private String id;

    @Setup
    public void start() {
        time = new SharedTime(TimeSource.system());
        BucketLayout layout = BucketLayout.STANDARD;
        format = new StringIdFormat(ZoneOffset.UTC, layout, "benchmark");
        service = new StringIdService(
                format,
                BucketSequence.start(
                        "benchmark",
                        format.terms(),
                        layout,
                        SequenceSettings.defaults(),
                        new EndlessLeaseStore(layout, time),
                        time,
                        format::newWriter));
        ids = service;
        orders = service.forBusiness("ORDR");
        id = ids.nextId("ORDR");
    }

    @TearDown
    public void stop() {
        service.close();
        time.close();
    }

    @Benchmark
    public String limitString() {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    @Benchmark
    public String limitStringAndClock() {
        text[14] = (byte) ('0' + (System.currentTimeMillis() & 7));
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    @Benchmark
    public String nextId() {
        return ids.nextId("ORDR");
    }

    @Benchmark
    public String nextOfHandle() {
        return orders.next();
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public List<String> nextIds() {
        return ids.nextIds("ORDR", BATCH);
    }

    @Benchmark
    public Object decode() {
        return format.decode(id);
    }
}
