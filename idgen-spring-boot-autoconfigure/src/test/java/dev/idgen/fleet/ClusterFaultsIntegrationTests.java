package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
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
        try (Trial trial = start("killed")) {
            RedisProcess victim = cluster.masters().get(0);
            trial.happens(victim::kill);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::restart);
            cluster.awaitHealth();

            assertUnnoticed(trial, "cluster: a master killed, its replica promoted, the master back as a replica");
        }
    }

    @Test
    void frozenMasterIsReplacedByItsReplicaAndComesBack() {
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

    private static Trial start(String namespace) {
        return Trial.start(LEASE_TTL, cluster.property(), "idgen.namespace=" + namespace);
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end(what).errors()).isEmpty();
    }
}
