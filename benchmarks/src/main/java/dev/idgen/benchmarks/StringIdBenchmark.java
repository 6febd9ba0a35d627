package dev.idgen.benchmarks;

import com.github.f4b6a3.tsid.TsidCreator;
import com.github.f4b6a3.ulid.UlidCreator;
import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.StringIdService;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.SharedTime;
import dev.idgen.internal.time.TimeSource;
import io.github.robsonkades.uuidv7.UUIDv7;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.IdGeneratorDecorator;
import me.ahoo.cosid.converter.Radix62IdConverter;
import me.ahoo.cosid.segment.StringSegmentId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.StringSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Takes a string id from the stock. Limits are the least cost of such an id: its String with one clock read, or one
 * atomic addition. Peers are CosId's snowflake and segment in base 62, TSID, monotonic ULID, random UUID, and time with
 * a counter by {@code String.format}. The store never runs out.
 */
@State(Scope.Benchmark)
public class StringIdBenchmark {

    private static final int BATCH = 100;
    private static final DateTimeFormatter NAIVE = DateTimeFormatter.ofPattern("yyMMddHHmmssSSS", Locale.ROOT);

    private final byte[] text = "210821123456789ORDR12345678".getBytes(StandardCharsets.ISO_8859_1);
    private final AtomicLong counter = new AtomicLong();
    private final AtomicLong naive = new AtomicLong();
    private final CosIdSegments segments = new CosIdSegments();
    private final IdGeneratorDecorator cosIdSegment =
            new StringSegmentId(segments.chain(), Radix62IdConverter.PAD_START);
    private final IdGeneratorDecorator cosIdSnowflake =
            new StringSnowflakeId(new MillisecondSnowflakeId(1), Radix62IdConverter.PAD_START);
    private SharedTime time;
    private StringIdService service;
    private IdService ids;
    private IdGenerator<String> orders;

    @Setup
    public void start() {
        time = new SharedTime(TimeSource.system());
        BucketLayout layout = BucketLayout.STANDARD;
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, layout, "benchmark");
        service = new StringIdService(
                format,
                () -> BucketSequence.start(
                        "benchmark",
                        format.terms(),
                        patient(),
                        new EndlessLeaseStore(layout, time),
                        layout,
                        time,
                        format::newWriter));
        ids = service;
        orders = service.forBusiness("ORDR");
    }

    /** A long wait, because many threads start at once, on few cores, with code that is not compiled yet. */
    private static SequenceSettings patient() {
        SequenceSettings defaults = SequenceSettings.defaults();
        return new SequenceSettings(
                defaults.leaseTtl(),
                Duration.ofSeconds(10),
                defaults.requestTimeout(),
                defaults.breakerWait(),
                defaults.maxSkew(),
                "");
    }

    @TearDown
    public void stop() {
        service.close();
        time.close();
        segments.close();
    }

    @Benchmark
    public String limitString() {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    @Benchmark
    public String costStringAndClock() {
        text[14] = (byte) ('0' + (System.currentTimeMillis() & 7));
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    @Benchmark
    public long costAtomic() {
        return counter.incrementAndGet();
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
    public String nextIdAsync() {
        return ids.nextIdAsync("ORDR").join();
    }

    @Benchmark
    public String cosIdSnowflake() {
        return cosIdSnowflake.generateAsString();
    }

    @Benchmark
    public String cosIdSegment() {
        return cosIdSegment.generateAsString();
    }

    @Benchmark
    public String tsidCreator() {
        return TsidCreator.getTsid().toString();
    }

    @Benchmark
    public String ulidCreator() {
        return UlidCreator.getMonotonicUlid().toString();
    }

    @Benchmark
    public String uuidV7() {
        return UUIDv7.randomUUIDString();
    }

    @Benchmark
    public String randomUuid() {
        return UUID.randomUUID().toString();
    }

    @Benchmark
    public String naive() {
        return String.format(
                Locale.ROOT,
                "%s%s%08d",
                NAIVE.format(LocalDateTime.now(ZoneOffset.UTC)),
                "ORDR",
                naive.incrementAndGet() % 100_000_000);
    }
}
