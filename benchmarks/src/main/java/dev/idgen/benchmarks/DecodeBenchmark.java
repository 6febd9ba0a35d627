package dev.idgen.benchmarks;

import dev.idgen.IdGenerator;
import dev.idgen.internal.codec.IdMask;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.string.StringIdFormat;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.timestamp.StandardSchemes;
import java.time.ZoneOffset;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Decodes an id of each kind, or undoes its mask. */
@State(Scope.Benchmark)
public class DecodeBenchmark {

    private static final String STRING = "210821123456789ORDR12345678";

    @Param({
        "string",
        "snowflake",
        "sonyflake",
        "eight-byte",
        "tsid",
        "flake",
        "ulid",
        "object-id",
        "uuid-v1",
        "uuid-v7",
        "mask-tsid",
        "mask-ulid",
        "mask-object-id",
        "mask-uuid-v1",
        "mask-uuid-v7"
    })
    public String kind = "";

    private final LocalGenerators generators = new LocalGenerators();
    private Supplier<Object> decoding = () -> kind;

    @Setup
    public void start() {
        StringIdFormat format = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "benchmark");
        decoding = switch (kind) {
            case "string" -> () -> format.decode(STRING);
            case "snowflake" -> of(generators.longs(StandardSchemes.snowflake()));
            case "sonyflake" -> of(generators.longs(StandardSchemes.sonyflake()));
            case "eight-byte" -> of(generators.longs(StandardSchemes.eightByte(StandardSchemes.Mode.SPREAD, 0)));
            case "tsid" -> of(generators.longs(StandardSchemes.tsid()));
            case "flake" -> of(generators.of(StandardSchemes.flake()));
            case "ulid" -> of(generators.of(StandardSchemes.ulid()));
            case "object-id" -> of(generators.of(StandardSchemes.objectId()));
            case "uuid-v1" -> of(generators.of(StandardSchemes.uuidV1()));
            case "uuid-v7" -> of(generators.of(StandardSchemes.uuidV7()));
            default -> unmasking(kind.substring("mask-".length()));
        };
    }

    private static <T> Supplier<Object> of(IdGenerator<T> generator) {
        T id = generator.next();
        return () -> generator.decode(id);
    }

    private static Supplier<Object> unmasking(String scheme) {
        IdMask mask = IdMask.of(scheme, scheme.equals("tsid") ? 64 : 128, "sixteen or more random characters");
        Word128 shown = mask.apply(new Word128(0x019AA1B2C3D47ABCL, 0x8123456789ABCDEFL));
        return () -> mask.invert(shown);
    }

    @TearDown
    public void stop() {
        generators.close();
    }

    @Benchmark
    public Object decode() {
        return decoding.get();
    }
}
