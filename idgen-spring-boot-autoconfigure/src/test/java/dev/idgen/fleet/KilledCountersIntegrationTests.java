package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Extent;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
                    .flatMapToLong(worker -> IssuedIds.longs(worker.resolve(kind)))
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
        running.add(JavaProcess.start(
                own.resolve("log"),
                JavaProcess.CLASS_PATH,
                List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"), // it lives for seconds
                CountingWorker.class,
                List.of(Integer.toString(redis.port()), own.toString())));
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
}
