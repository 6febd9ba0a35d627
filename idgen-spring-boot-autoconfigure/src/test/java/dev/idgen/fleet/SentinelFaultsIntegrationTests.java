package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What callers see when sentinels replace a master: nothing. */
class SentinelFaultsIntegrationTests {

    /** Twice the default: three sentinels that share two processors with all else take their time. */
    private static final Duration LEASE_TTL = Duration.ofSeconds(20);

    @TempDir
    private static Path directory;

    private static SentinelGroup group;

    @BeforeAll
    static void start() {
        group = SentinelGroup.start(directory);
    }

    @AfterAll
    static void stop() {
        group.close();
    }

    @AfterEach
    void heal() {
        group.awaitHealth();
    }

    @Test
    void killedMasterIsReplacedAndComesBack() {
        try (Trial trial = start("killed")) {
            RedisProcess victim = group.master();
            trial.happens(victim::kill);
            awaitReplacement(trial, victim);
            trial.happens(victim::restart);
            group.awaitHealth();

            assertThat(trial.end("sentinel: the master killed, a replica promoted, the master back")
                            .errors())
                    .isEmpty();
        }
    }

    @Test
    void frozenMasterIsReplacedAndComesBack() {
        assumeTrue(FaultTable.isWanted(), "much like a dead one");
        try (Trial trial = start("frozen")) {
            RedisProcess victim = group.master();
            trial.happens(victim::freeze);
            awaitReplacement(trial, victim);
            trial.happens(victim::thaw);
            group.awaitHealth();

            assertThat(trial.end("sentinel: the master hangs (`SIGSTOP`), a replica promoted, the master back")
                            .errors())
                    .isEmpty();
        }
    }

    private static void awaitReplacement(Trial trial, RedisProcess victim) {
        Wait.until("another master", () -> group.master() != victim);
        trial.awaitLeasingFrom(() -> List.of(group.master()));
    }

    private static Trial start(String namespace) {
        return Trial.start(LEASE_TTL, group.properties(namespace));
    }
}
