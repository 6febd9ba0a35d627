package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * In the middle of a rolling update: two processes of this version and two of an earlier one draw from one Redis, which restarts and
 * forgets everything meanwhile, and no id comes twice.
 *
 * <p>Runs with {@code -Didgen.fleet.old=<folder>}, in which idgen's jars of the earlier version are.
 */
@Tag(Fleet.TAG)
@EnabledIfSystemProperty(named = "idgen.fleet.old", matches = ".+")
class RollingUpgradeIntegrationTests {

    private static final int THREADS = 4;
    private static final int IDS = 200_000;
    private static final int PACED_SECONDS = 20;
    private static final Duration BETWEEN_ACCIDENTS = Duration.ofSeconds(5);

    @Test
    void idsAreUniqueWhileTwoVersionsRun(@TempDir Path directory) {
        Path earlier = Path.of(System.getProperty("idgen.fleet.old")).toAbsolutePath();
        List<String> arguments =
                List.of("--fleet.threads=" + THREADS, "--fleet.ids=" + IDS, "--fleet.rate=" + IDS / PACED_SECONDS);
        Fleet.Outcome outcome;
        try (RedisServer redis = RedisServer.running("appendonly yes");
                Fleet fleet = Fleet.startMixed(directory, redis, earlier, arguments)) {
            for (int i = 0; i < Fleet.SIZE; i++) {
                assertThat(fleet.output(i).contains(FleetWorker.FROM + earlier))
                        .as("worker %d is of the earlier version", i)
                        .isEqualTo(i % 2 == 1);
            }
            fleet.go();
            Pause.of(BETWEEN_ACCIDENTS);
            redis.kill();
            redis.start();
            Pause.of(BETWEEN_ACCIDENTS);
            assertThat(fleet.isRunning()).isTrue();
            redis.kill();
            redis.startEmpty();
            outcome = fleet.await(Duration.ofMinutes(5));
        }
        System.out.println("Fleet: half of it from " + earlier + ": " + outcome);
        assertThat(outcome.ids().size()).isEqualTo(Fleet.SIZE * THREADS * IDS);
        assertThat(outcome.ids().duplicates()).as("duplicates in %s", outcome).isZero();
    }
}
