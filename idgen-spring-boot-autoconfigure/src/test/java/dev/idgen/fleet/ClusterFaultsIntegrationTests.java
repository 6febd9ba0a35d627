package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import dev.idgen.redis.DocumentedAccess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What callers see of faults of a Redis Cluster of three masters with a replica each: nothing. */
@Tag(Fleet.TAG)
class ClusterFaultsIntegrationTests {

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    @AutoClose
    private static final RedisCluster cluster = RedisCluster.start(3, List.of(DocumentedAccess.userOfACluster()));

    @AfterEach
    void heal() {
        cluster.allowFailover(true);
        cluster.requireFullCoverage(true);
        cluster.awaitHealth();
        assertThat(DocumentedAccess.refused(cluster.servers())).isEmpty();
    }

    /** That no call waits for the master that hangs shows by an acquire-timeout of 0: a call that had to wait would fail. */
    @ParameterizedTest
    @CsvSource({
        "lettuce, false, false, 'a master killed, its replica promoted, the master back, `cluster-require-full-coverage no`'",
        "lettuce, true,  true,  'a master that hangs (`SIGSTOP`), its replica promoted, the master back'",
        "jedis,   false, false, 'a master killed, its replica promoted, the master back, `cluster-require-full-coverage no` (Jedis)'",
        "jedis,   true,  true,  'a master that hangs (`SIGSTOP`), its replica promoted, the master back (Jedis)'",
        "lettuce, false, true,  'a master killed, its replica promoted, `cluster-require-full-coverage yes`'"
    })
    void lostMasterIsReplacedByItsReplicaAndComesBack(String client, boolean hangs, boolean fullCoverage, String what) {
        assumeTrue(Trial.isMeasured() || (client.equals("lettuce") && hangs == fullCoverage), Trial::onlyMeasured);
        cluster.requireFullCoverage(fullCoverage);
        try (Trial trial = start(
                String.join("-", client, "" + hangs, "" + fullCoverage),
                "spring.data.redis.client-type=" + client,
                hangs ? "idgen.sequence.acquire-timeout=0" : "idgen.sequence.acquire-timeout=500ms")) {
            RedisServer victim = cluster.masters().get(0);
            trial.happens(hangs ? victim::pause : victim::kill);
            Wait.until("the replica to take over", () -> cluster.masters().size() == 3);
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(hangs ? victim::resume : victim::start);
            cluster.awaitHealth();

            assertUnnoticed(trial, what);
        }
    }

    /** No instance leases anything while a master is missing where all slots must be covered. */
    @ParameterizedTest
    @CsvSource({
        "false, 4, 'a master killed for 4 s, not replaced, `cluster-require-full-coverage no`'",
        "true,  5, 'a master killed for 5 s, not replaced, `cluster-require-full-coverage yes`'"
    })
    void deadMasterWithoutReplacementIsSteppedRound(boolean fullCoverage, int seconds, String what) {
        assumeTrue(Trial.isMeasured() || !fullCoverage, Trial::onlyMeasured);
        cluster.allowFailover(false);
        cluster.requireFullCoverage(fullCoverage);
        try (Trial trial = start("uncovered-" + fullCoverage)) {
            RedisServer victim = cluster.masters().get(1);
            trial.happens(victim::kill);
            trial.goesOnFor(Duration.ofSeconds(seconds));
            if (!fullCoverage) {
                trial.awaitLeasingFrom(cluster::masters);
            }
            trial.happens(victim::start);
            trial.awaitLeasingFrom(cluster::masters);

            assertUnnoticed(trial, what);
        }
    }

    @Test
    void movedSlotsAreFollowed() {
        try (Trial trial = start("moved")) {
            RedisServer from = cluster.masters().get(0);
            RedisServer to = cluster.masters().get(1);
            trial.happens(() -> assertThat(cluster.moveSlotsInUse(from, to)).isPositive());
            trial.startsOthers();
            trial.awaitLeasingFrom(() -> List.of(to));

            assertUnnoticed(trial, "all slots in use moved from one master to another");
        }
    }

    /** For an application that uses a namespace, as a user with no more access than it needs. */
    private static Trial start(String namespace, String... properties) {
        String[] own = Trial.with(
                properties,
                "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()),
                "idgen.namespace=" + namespace);
        return Trial.start(LEASE_TTL, Trial.with(DocumentedAccess.properties(), own));
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end("cluster: " + what).errors()).isEmpty();
    }
}
