package dev.idgen.benchmarks;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidCreator;
import com.github.yitter.contract.IdGeneratorException;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.YitIdHelper;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.StandardSchemes;
import io.hypersistence.tsid.TSID;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.lable.oss.uniqueid.GeneratorException;
import org.lable.oss.uniqueid.IDGenerator;
import org.lable.oss.uniqueid.LocalUniqueIDGeneratorFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Ids of 64 bits with a timestamp. Measures each scheme of the product with its default configuration. Snowflake and
 * TSID are also measured with an unlimited lead over the clock, and with sequences per thread. Peers are CosId's,
 * yitter's and Baidu's snowflakes, two TSID libraries and Lable's eight bytes. Limits are one atomic addition and one
 * clock read.
 */
public class LongIdBenchmark {

    /**
     * A snowflake with 16 sequences per node, so that threads rarely collide. Ids of two threads have no common order.
     */
    private static final Scheme<Long> SNOWFLAKE_OF_THREADS = Scheme.longs("snowflake of threads")
            .epoch(Instant.parse("2020-01-01T00:00:00Z"))
            .tick("timestamp", 41)
            .node("node", 10)
            .lane("thread", 4)
            .sequence("sequence", 8)
            .build();

    /** The product's generators. Each benchmark creates its own. */
    @State(Scope.Benchmark)
    public static class Ours {

        private final LocalGenerators generators = new LocalGenerators();
        private final LongIdGenerator snowflake = generators.longs(StandardSchemes.snowflake());
        private final LongIdGenerator snowflakeAhead = generators.longsFarAhead(StandardSchemes.snowflake());
        private final LongIdGenerator snowflakeOfThreads = generators.longsFarAhead(SNOWFLAKE_OF_THREADS);
        private final LongIdGenerator jsSafe = generators.longs(StandardSchemes.jsSafe());
        private final LongIdGenerator sonyflake = generators.longs(StandardSchemes.sonyflake());
        private final LongIdGenerator instagram = generators.longs(StandardSchemes.instagram());
        private final LongIdGenerator traceId = generators.longs(StandardSchemes.traceId(0));
        private final LongIdGenerator eightByte =
                generators.longs(StandardSchemes.eightByte(StandardSchemes.Mode.SPREAD, 0));
        private final LongIdGenerator tsid = generators.longs(StandardSchemes.tsid());
        private final LongIdGenerator tsidAhead = generators.longsFarAhead(StandardSchemes.tsid());

        @TearDown
        public void stop() {
            generators.close();
        }
    }

    /** Other libraries' generators without threads of their own. */
    @State(Scope.Benchmark)
    public static class Others {

        private final AtomicLong counter = new AtomicLong();
        private final MillisecondSnowflakeId cosId = new MillisecondSnowflakeId(1);
        private final IDGenerator lable = LocalUniqueIDGeneratorFactory.generatorFor(1, 0);

        @Setup
        public void start() throws IdGeneratorException {
            IdGeneratorOptions options = new IdGeneratorOptions((short) 1);
            options.WorkerIdBitLength = 10;
            options.SeqBitLength = 12;
            YitIdHelper.setIdGenerator(options);
        }
    }

    /** Baidu's generator, with threads that fill its ring. */
    @State(Scope.Benchmark)
    public static class Ring {

        private final CachedUids uids = new CachedUids();

        @TearDown
        public void stop() {
            uids.close();
        }
    }

    @Benchmark
    public long limitAtomic(Others others) {
        return others.counter.incrementAndGet();
    }

    @Benchmark
    public long costClock() {
        return System.currentTimeMillis();
    }

    @Benchmark
    public long snowflake(Ours ours) {
        return ours.snowflake.nextLong();
    }

    @Benchmark
    public long snowflakeAhead(Ours ours) {
        return ours.snowflakeAhead.nextLong();
    }

    @Benchmark
    public long snowflakeOfThreads(Ours ours) {
        return ours.snowflakeOfThreads.nextLong();
    }

    @Benchmark
    public long cosId(Others others) {
        return others.cosId.generate();
    }

    @Benchmark
    public long yitter(Others others) throws IdGeneratorException {
        return YitIdHelper.nextId();
    }

    @Benchmark
    public long uidGenerator(Ring ring) {
        return ring.uids.next();
    }

    @Benchmark
    public long tsid(Ours ours) {
        return ours.tsid.nextLong();
    }

    @Benchmark
    public long tsidAhead(Ours ours) {
        return ours.tsidAhead.nextLong();
    }

    @Benchmark
    public long tsidCreator() {
        return TsidCreator.getTsid().toLong();
    }

    /** Its other bits are random: no bits of a node. */
    @Benchmark
    public long tsidFast() {
        return Tsid.fast().toLong();
    }

    @Benchmark
    public long hypersistence() {
        return TSID.Factory.getTsid().toLong();
    }

    @Benchmark
    public long eightByte(Ours ours) {
        return ours.eightByte.nextLong();
    }

    @Benchmark
    public byte[] lable(Others others) throws GeneratorException {
        return others.lable.generate();
    }

    @Benchmark
    public long jsSafe(Ours ours) {
        return ours.jsSafe.nextLong();
    }

    @Benchmark
    public long sonyflake(Ours ours) {
        return ours.sonyflake.nextLong();
    }

    @Benchmark
    public long instagram(Ours ours) {
        return ours.instagram.nextLong();
    }

    @Benchmark
    public long traceId(Ours ours) {
        return ours.traceId.nextLong();
    }
}
