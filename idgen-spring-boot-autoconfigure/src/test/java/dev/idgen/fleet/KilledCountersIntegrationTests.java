package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Extent;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that count are killed in the middle of it, and Redis too, which writes what it does before it answers: numbers are
 * skipped at most, never repeated.
 */
class KilledCountersIntegrationTests {

    private static final List<String> KINDS = List.of("counter", "segment", "ranges", "launches");
    private static final int WORKERS = Extent.of(1, 3);
    private static final int ROUNDS = Extent.of(1, 3);
    private static final int NUMBERS_BEFORE_A_KILL = 200;

    private final List<Process> running = new ArrayList<>();
    private final List<Path> written = new ArrayList<>();

    @TempDir
    Path directory;

    @Test
    void processesKilledInTheMiddleRepeatNothing() throws Exception {
        try (RedisServer redis = RedisServer.running("appendonly yes", "appendfsync always")) {
            for (int i = 0; i < WORKERS; i++) {
                launch(redis);
            }
            for (int round = 0; round < ROUNDS; round++) {
                awaitNumbers();
                running.remove(0).destroyForcibly().waitFor();
                launch(redis);
                redis.kill();
                redis.start();
            }
            awaitNumbers();
        } finally {
            for (Process worker : running) {
                worker.destroyForcibly().waitFor();
            }
        }
        for (String kind : KINDS) {
            long[] all = written.stream()
                    .flatMapToLong(worker -> numbers(worker.resolve(kind)))
                    .sorted()
                    .toArray();
            assertThat(all).as(kind).hasSizeGreaterThan(WORKERS * NUMBERS_BEFORE_A_KILL);
            assertThat(Arrays.stream(all).distinct().count())
                    .as("different numbers of %s among %s", kind, all.length)
                    .isEqualTo(all.length);
        }
    }

    private void launch(RedisServer redis) throws IOException {
        Path own = Files.createDirectory(directory.resolve("worker-" + written.size()));
        written.add(own);
        running.add(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", // it lives for seconds
                        "-cp",
                        System.getProperty("java.class.path"),
                        CountingWorker.class.getName(),
                        Integer.toString(redis.port()),
                        own.toString())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(own.resolve("log").toFile()))
                .start());
    }

    /** Waits until each worker has taken a good many numbers of each kind. */
    private void awaitNumbers() {
        List<File> files = written.subList(written.size() - WORKERS, written.size()).stream()
                .flatMap(worker ->
                        KINDS.stream().map(kind -> worker.resolve(kind).toFile()))
                .toList();
        Wait.until(
                "numbers in " + files,
                () -> files.stream().allMatch(file -> file.length() >= Long.BYTES * (long) NUMBERS_BEFORE_A_KILL));
    }

    private static LongStream numbers(Path file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            long[] numbers = new long[bytes.remaining() / Long.BYTES];
            bytes.asLongBuffer().get(numbers);
            return Arrays.stream(numbers);
        } catch (IOException e) {
            throw new AssertionError(file + " cannot be read", e);
        }
    }
}
