package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.UsedWindows.Use;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketClient.Answer;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import redis.clients.jedis.Jedis;

/**
 * Faults after which a server looks as if it had lost nothing, on real servers that run the shipped script. The client
 * that asks afterwards has seen nothing of the bucket, so only the server can tell that there is a doubt. Windows of
 * equal numbers do not overlap, and the bucket is not locked for long.
 */
class AttacksIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "attacks";
    private static final int PART = LAYOUT.partSize();

    private BucketClient client(RedisServer server) {
        return client(register(server, NAMESPACE));
    }

    private static BucketClient client(LeaseStore leaseStore) {
        return new BucketClient(leaseStore, 0, LAYOUT, TTL);
    }

    /** Leases half of the numbers after a snapshot that knows of a part. */
    private void leaseMoreThanTheSnapshotHas(RedisServer server) {
        BucketClient client = client(server);
        client.create(PART).addTo(granted, "");
        server.save();
        lease(client, PART);
        lease(client, PART);
    }

    /** Waits until the file that a server begins to write has all that the server has. */
    private static void awaitAppendOnlyFile(RedisServer server) {
        Wait.until("the append-only file", () -> {
            String persistence = server.info("persistence");
            return persistence.contains("aof_rewrite_in_progress:0") && persistence.contains("aof_rewrite_scheduled:0");
        });
    }

    /** Afterwards INFO shows another persistence than the server started with. */
    private BucketClient restartFromSnapshotThenWriteAppendOnlyFile() {
        RedisServer redis = server();
        leaseMoreThanTheSnapshotHas(redis);
        redis.kill();
        redis.start();
        redis.ask(jedis -> jedis.configSet("appendonly", "yes"));
        awaitAppendOnlyFile(redis);
        return client(redis);
    }

    /** The replica has an append-only file of all that it ever did, so it has lost nothing itself. */
    private BucketClient promoteReplicaThatInheritedSnapshotAndRestart() {
        RedisServer master = master();
        leaseMoreThanTheSnapshotHas(master);
        master.kill();
        master.start();
        RedisServer replica = replicaOf(master, "appendonly yes", "appendfsync always");
        awaitAppendOnlyFile(replica);
        master.kill();
        replica.ask(Jedis::replicaofNoOne);
        replica.kill();
        replica.start();
        return client(replica);
    }

    /** That the server was promoted once is no sign that it knows the bucket. */
    private BucketClient moveBucketToServerThatWasPromotedOnce() {
        RedisServer from = master();
        RedisServer to = replicaOf(from);
        to.ask(Jedis::replicaofNoOne);
        BucketClient client = client(from);
        client.create(PART).addTo(granted, "");
        lease(client, PART);
        String bucket = from.<String>ask(jedis -> jedis.randomKey());
        from.ask(jedis -> jedis.migrate(RedisServer.HOST, to.port(), bucket, 0, 30_000));
        return client(to);
    }

    private static Stream<Named<Function<AttacksIntegrationTests, BucketClient>>> faults() {
        return Stream.of(
                Named.of(
                        "restart from a snapshot, then an append-only file",
                        AttacksIntegrationTests::restartFromSnapshotThenWriteAppendOnlyFile),
                Named.of(
                        "promotion of a replica with a master's old snapshot",
                        AttacksIntegrationTests::promoteReplicaThatInheritedSnapshotAndRestart),
                Named.of(
                        "move to a server that was promoted once",
                        AttacksIntegrationTests::moveBucketToServerThatWasPromotedOnce));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void firstAskAfterFaultLocksBucketForAShortTime(Function<AttacksIntegrationTests, BucketClient> fault) {
        assertThat(fault.apply(this).ask(PART).locked()).isBetween(1L, LOCKED);
    }

    /** The longer form, which waits until each lock is over. */
    @Tag(Fleet.TAG)
    @ParameterizedTest
    @MethodSource("faults")
    void leasesAfterFaultDoNotOverlapEarlierOnes(Function<AttacksIntegrationTests, BucketClient> fault) {
        assertAllIsGrantedAgainWithoutOverlap(fault.apply(this));
    }

    private void assertAllIsGrantedAgainWithoutOverlap(BucketClient afterwards) {
        int before = granted.all().size();
        assertThat(before).isPositive();
        while (!haveAllNumbers(before)) {
            lease(afterwards, PART);
        }
        assertThat(granted.overlaps()).isEmpty();
    }

    /** Whether each regular number is among those granted after the first so many. */
    private boolean haveAllNumbers(int after) {
        List<Use> uses = granted.all();
        List<Use> later = uses.subList(after, uses.size());
        return IntStream.range(0, LAYOUT.regularNumbers())
                .allMatch(number -> later.stream().anyMatch(use -> use.has(number)));
    }

    /** The new master does not know what the former one grants and extends meanwhile. */
    @Tag(Fleet.TAG)
    @Test
    void leasesOfReplacedMasterThatLivesOnDoNotOverlapThoseOfItsSuccessor() {
        RedisServer master = master();
        RedisServer replica = replicaOf(master);
        BucketClient old = client(master);
        Answer early = old.create(1);
        Use use = early.addTo(granted, "");
        Wait.until("the replica to know", () -> replica.<Long>ask(Jedis::dbSize) > 0);

        replica.ask(Jedis::replicaofNoOne);
        BucketClient afterwards = client(replica);
        long noticed = afterwards.ask(0).snapshot().time();
        Answer last = old.ask(1);
        while (last.snapshot().time() < noticed + MARGIN * 3 / 4) {
            last.addTo(granted, "");
            early = old.extend(early);
            use.extendTo(early.end());
            Wait.millis(100);
            last = old.ask(1);
        }

        assertAllIsGrantedAgainWithoutOverlap(afterwards);
    }

    private RedisServer sentinel;

    /**
     * The lease store of an instance that starts when a sentinel names a server, which so many failovers made master.
     */
    private LeaseStore after(int failovers, RedisServer master) {
        sentinel = sentinel(master, failovers);
        LeaseStore leaseStore = register(
                runner(new RedisSentinelConfiguration().master(MASTER).sentinel(RedisServer.HOST, sentinel.port())),
                NAMESPACE);
        Wait.until(
                "the count of failovers",
                () -> leaseStore
                                .read("any", List.of())
                                .toCompletableFuture()
                                .join()
                                .epoch()
                        == failovers);
        return leaseStore;
    }

    /**
     * A master is cut off, and sentinels promote its replica, which grants and then dies. So they promote the former
     * master, which was never demoted and still has its run. Only the sentinels' count of failovers shows that another
     * server granted meanwhile.
     */
    @Tag(Fleet.TAG)
    @Test
    void leasesOfReturningMasterDoNotOverlapThoseOfItsSuccessor() {
        RedisServer former = master();
        RedisServer latter = replicaOf(former);
        BucketClient first = client(after(1, former));
        first.create(PART / 2).addTo(granted, "");
        assertThat(former.<Long>ask(jedis -> jedis.waitReplicas(1, 30_000))).isOne();
        sentinel.close(); // it would make the latter a replica again
        latter.ask(Jedis::replicaofNoOne);
        assertAllIsGrantedAgainWithoutOverlap(client(after(2, latter)));

        BucketClient third = client(after(3, former));
        assertThat(third.ask(PART).locked()).isPositive();
        assertAllIsGrantedAgainWithoutOverlap(third);
    }
}
