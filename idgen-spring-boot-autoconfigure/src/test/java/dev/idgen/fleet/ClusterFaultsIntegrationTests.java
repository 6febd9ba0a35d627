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

/** What callers see of faults of a Redis Cluster of three masters with a replica each: nothing. */
class ClusterFaultsIntegrationTests {

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    @TempDir
    private static Path directory;

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(directory);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void heal() {
        cluster.allowFailover(true);
        cluster.requireFullCoverage(true);
        cluster.awaitHealth();
    }

    @Test
    void killedMasterIsReplacedByItsReplicaAndComesBack() {
        cluster.requireFullCoverage(false);
        try (Trial trial = start("killed")) {
            RedisProcess victim = cluster.masters().get(0);
            trial.happens(victim::kill);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::restart);
            cluster.awaitHealth();

            assertUnnoticed(
                    trial,
                    "cluster: a master killed, its replica promoted, the master back, `cluster-require-full-coverage no`");
        }
    }

    @Test
    void frozenMasterIsReplacedByItsReplicaAndComesBack() {
        cluster.requireFullCoverage(true);
        try (Trial trial = start("frozen")) {
            RedisProcess victim = cluster.masters().get(0);
            trial.happens(victim::freeze);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::thaw);
            cluster.awaitHealth();

            assertUnnoticed(trial, "cluster: a master that hangs (`SIGSTOP`), its replica promoted, the master back");
        }
    }

    private static void awaitReplacement() {
        Wait.until("the replica to take over", () -> cluster.masters().size() == 3);
    }

    @Test
    void deadMasterWithoutReplacementIsSteppedRound() {
        cluster.allowFailover(false);
        cluster.requireFullCoverage(false);
        try (Trial trial = start("uncovered")) {
            RedisProcess victim = cluster.masters().get(1);
            trial.happens(victim::kill);
            trial.goesOnFor(Duration.ofSeconds(4));
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::restart);
            trial.awaitLeasingFrom(cluster::masters);

            assertUnnoticed(
                    trial, "cluster: a master killed for 4 s, not replaced, `cluster-require-full-coverage no`");
        }
    }

    /** Nobody grants anything while a master is missing, which lasts for some seconds. */
    @Test
    void deadMasterIsReplacedInTimeWhereAllSlotsMustBeCovered() {
        assumeTrue(FaultTable.isWanted(), "differs from the first in the time that no lease is had");
        cluster.requireFullCoverage(true);
        try (Trial trial = start("covered")) {
            RedisProcess victim = cluster.masters().get(2);
            trial.happens(victim::kill);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            victim.restart();
            cluster.awaitHealth();

            assertUnnoticed(
                    trial, "cluster: a master killed, its replica promoted, `cluster-require-full-coverage yes`");
        }
    }

    @Test
    void wholeClusterDownForAMomentWhereAllSlotsMustBeCovered() {
        assumeTrue(FaultTable.isWanted(), "a case of what OutageIntegrationTests has");
        cluster.allowFailover(false);
        cluster.requireFullCoverage(true);
        try (Trial trial = start("down")) {
            RedisProcess victim = cluster.masters().get(0);
            trial.happens(victim::kill);
            trial.goesOnFor(Duration.ofSeconds(5));
            trial.happens(victim::restart);
            trial.awaitLeasingFrom(cluster::masters);

            assertUnnoticed(
                    trial, "cluster: a master killed for 5 s, not replaced, `cluster-require-full-coverage yes`");
        }
    }

    @Test
    void movedSlotsAreFollowed() {
        try (Trial trial = start("moved")) {
            RedisProcess from = cluster.masters().get(0);
            RedisProcess to = cluster.masters().get(1);
            trial.happens(() -> assertThat(cluster.moveSlotsInUse(from, to)).isPositive());
            trial.awaitLeasingFrom(() -> List.of(to));

            assertUnnoticed(trial, "cluster: all slots in use moved from one master to another");
        }
    }

    private static Trial start(String namespace) {
        return Trial.start(LEASE_TTL, cluster.property(), "idgen.namespace=" + namespace);
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end(what).errors()).isEmpty();
    }
}
