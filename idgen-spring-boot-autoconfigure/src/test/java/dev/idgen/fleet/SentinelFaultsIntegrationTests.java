package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.localredis.RedisSentinels;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What callers see when sentinels replace a master: nothing. */
@Tag(Fleet.TAG)
class SentinelFaultsIntegrationTests {

    /** Twice the default: three sentinels that share two processors with all else take their time. */
    private static final Duration LEASE_TTL = Duration.ofSeconds(20);

    @AutoClose
    private static final RedisSentinels group = RedisSentinels.start();

    @AfterEach
    void heal() {
        group.awaitHealth();
    }

    /** A master that hangs is much like a dead one. */
    @ParameterizedTest
    @CsvSource({"false, the master killed", "true, the master hangs (`SIGSTOP`)"})
    void lostMasterIsReplacedAndComesBack(boolean hangs, String what) {
        assumeTrue(!hangs || Trial.isMeasured(), Trial::onlyMeasured);
        try (Trial trial = start("hangs-" + hangs)) {
            RedisServer victim = group.master();
            trial.happens(hangs ? victim::pause : victim::kill);
            Wait.until("another master", () -> group.master() != victim);
            trial.awaitLeasingFrom(() -> List.of(group.master()));
            trial.happens(hangs ? victim::resume : victim::start);
            group.awaitHealth();

            assertThat(trial.end("sentinel: " + what + ", a replica promoted, the master back")
                            .errors())
                    .isEmpty();
        }
    }

    private static Trial start(String namespace) {
        return Trial.start(
                LEASE_TTL,
                "idgen.namespace=" + namespace,
                "spring.data.redis.sentinel.master=" + RedisSentinels.MASTER,
                "spring.data.redis.sentinel.nodes=" + String.join(",", group.addresses()));
    }
}
