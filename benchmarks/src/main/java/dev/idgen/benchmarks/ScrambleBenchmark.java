package dev.idgen.benchmarks;

import dev.idgen.internal.codec.Scramble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the scramble beside another permutation of 26 bits, a Feistel network of four rounds. Each result is the
 * next input, so this measures latency.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class ScrambleBenchmark {

    private static final int HALF = 13;
    private static final int HALF_MASK = (1 << HALF) - 1;

    private final Scramble scramble = new Scramble(2 * HALF, "benchmark");
    private final int[] keys = {0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F};
    private long number = 1;

    @Benchmark
    public long affineAndFold() {
        number = scramble.apply(number);
        return number;
    }

    @Benchmark
    public long feistel() {
        int left = (int) number >>> HALF;
        int right = (int) number & HALF_MASK;
        for (int key : keys) {
            int next = left ^ (((right + 1) * key) >>> (32 - HALF));
            left = right;
            right = next;
        }
        number = ((long) left << HALF) | right;
        return number;
    }
}
