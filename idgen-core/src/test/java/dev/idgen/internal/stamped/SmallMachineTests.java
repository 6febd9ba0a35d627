package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.stamped.node.LocalNodeSource;
import dev.idgen.internal.time.TimeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Forbids: futures that nothing completes, since the common pool has no thread. */
class SmallMachineTests {

    /** More than the sequence has numbers for at once, so some futures wait for the clock. */
    private static final int IDS = 3_000;

    private static final int SECONDS = 60;

    static final class Waiting {

        private Waiting() {}

        public static void main(String[] arguments) throws Exception {
            TimeSource time = TimeSource.system();
            Stamper stamper = Stamper.of(
                    "small",
                    StandardSchemes.jsSafe(),
                    () -> LocalNodeSource.fixed(1, time),
                    time,
                    GeneratorSettings.defaults());
            List<CompletableFuture<Long>> ids = Stream.generate(() -> stamper.nextAsync(IdForm.LONG))
                    .limit(IDS)
                    .toList();
            if (ids.stream().allMatch(CompletableFuture::isDone)) {
                throw new IllegalStateException("no future had to wait");
            }
            CompletableFuture.allOf(ids.stream()
                            .map(id -> id.handle((any, failure) -> null))
                            .toArray(CompletableFuture[]::new))
                    .get(SECONDS, TimeUnit.SECONDS);
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
