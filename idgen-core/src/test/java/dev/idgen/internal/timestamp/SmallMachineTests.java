package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Forbids: futures that nothing completes, since the common pool has no thread. */
class SmallMachineTests {

    private static final int SECONDS = 60;

    static final class Waiting {

        private Waiting() {}

        public static void main(String[] arguments) throws Exception {
            ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));
            LongIdGenerator ids = TimestampGenerators.longs(
                    "small",
                    StandardSchemes.jsSafe(),
                    LocalNodeSource.fixed(1, time),
                    time,
                    GeneratorSettings.defaults());
            // a millisecond has 128 numbers
            List<CompletableFuture<Long>> futures =
                    Stream.generate(ids::nextAsync).limit(200).toList();
            if (futures.stream().allMatch(CompletableFuture::isDone)) {
                throw new IllegalStateException("no future had to wait");
            }
            time.advance(Duration.ofMillis(10));
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).get(SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void futuresEndWhereTheCommonPoolHasNoThread() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waiting.class.getName())
                .inheritIO()
                .start();
        assertThat(process.waitFor(2 * SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
