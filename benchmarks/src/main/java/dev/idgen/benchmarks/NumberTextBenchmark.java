package dev.idgen.benchmarks;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.codec.Word128;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Formats and parses numbers in each form, beside Java's own methods for 128 bits. Also reads the bits at a position.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class NumberTextBenchmark {

    /** A form, with numbers of its full width. */
    @State(Scope.Thread)
    public static class Form {

        @Param({"hex64", "hex128", "crockford64", "crockford128", "base62-64", "base62-128", "decimal"})
        public String form = "";

        private NumberText text = NumberText.decimal();
        private long high;
        private long low = 0x9E37_79B9_7F4A_7C15L;
        private String written = "";

        @Setup
        public void prepare() {
            text = switch (form) {
                case "hex64" -> NumberText.hex(64);
                case "hex128" -> NumberText.hex(128);
                case "crockford64" -> NumberText.crockford(64);
                case "crockford128" -> NumberText.crockford(128);
                case "base62-64" -> NumberText.base62(64);
                case "base62-128" -> NumberText.base62(128);
                case "decimal" -> NumberText.decimal();
                default -> throw new IllegalArgumentException(form);
            };
            high = text.bits() == 128 ? 0x0193_D2F4_1A2B_7C3DL : 0;
            written = text.encode(high, low);
        }
    }

    @Benchmark
    public String encode(Form form) {
        return form.text.encode(form.high, form.low++);
    }

    @Benchmark
    public Word128 decode(Form form) {
        return form.text.decode(form.written);
    }

    /** Counts like a generator. */
    @State(Scope.Thread)
    public static class Position {

        private final Entropy entropy = new Entropy(1, 2);
        private long position;
    }

    @Benchmark
    public long entropy(Position position) {
        return position.entropy.at(position.position++);
    }

    @Benchmark
    public String uuidToString(Position position) {
        return new UUID(0x0193_D2F4_1A2B_7C3DL, position.position++).toString();
    }
}
