package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.localredis.RedisSentinels;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What callers see when sentinels replace a master: nothing. */
@Tag(Fleet.TAG)
class SentinelFaultsIntegrationTests {

    /** Twice the default: three sentinels that share two processors with all else take their time. */
    private static final Duration LEASE_TTL = Duration.ofSeconds(20);

    private static RedisSentinels group;

    @BeforeAll
    static void start() {
        group = RedisSentinels.start();
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
            RedisServer victim = group.master();
            trial.happens(victim::kill);
            awaitReplacement(trial, victim);
            trial.happens(victim::start);
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
            RedisServer victim = group.master();
            trial.happens(victim::pause);
            awaitReplacement(trial, victim);
            trial.happens(victim::resume);
            group.awaitHealth();

            assertThat(trial.end("sentinel: the master hangs (`SIGSTOP`), a replica promoted, the master back")
                            .errors())
                    .isEmpty();
        }
    }

    private static void awaitReplacement(Trial trial, RedisServer victim) {
        Wait.until("another master", () -> group.master() != victim);
        trial.awaitLeasingFrom(() -> List.of(group.master()));
    }

    private static Trial start(String namespace) {
        return Trial.start(
                LEASE_TTL,
                "idgen.namespace=" + namespace,
                "spring.data.redis.sentinel.master=" + RedisSentinels.MASTER,
                "spring.data.redis.sentinel.nodes=" + String.join(",", group.addresses()));
    }
}
