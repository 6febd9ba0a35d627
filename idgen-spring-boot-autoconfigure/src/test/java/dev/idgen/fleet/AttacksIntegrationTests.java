package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.string.sequence.BucketClient.Answer;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import redis.clients.jedis.Jedis;

/**
 * Faults after which a server looks as if it had lost nothing, or as if there had never been anything, done to real servers that run
 * the shipped script: whatever was granted before, the windows granted for the same numbers do not overlap, and
 * no bucket is locked for long.
 *
 * <p>The clients that ask after the fault have seen nothing of the buckets before. A machine that boots with its clock behind is
 * simulated in logical time, because no process can be given another time without a compiler.
 */
class AttacksIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "attacks";
    private static final int TTL = 10_000;
    private static final BucketLayout LAYOUT = new BucketLayout(0, 4);
    private static final int NUMBERS = 16;
    private static final int QUARTER = LAYOUT.quarterSize();

    /** For how long a bucket may be locked after a doubt, in milliseconds, whatever the ttl is. */
    private static final long LOCKED = 3100;

    /** For how long a master that was replaced may go on, in milliseconds. */
    private static final long MARGIN = 2000;

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);

    private static void awaitCopyOf(RedisServer master, RedisServer replica) {
        Wait.until("the replica to be in sync", () -> {
            return replica.isInSync() && replica.info("replication").contains(run(master));
        });
        awaitAppendOnlyFile(replica);
    }

    /** It changes also when a first replica is attached. */
    private static String run(RedisServer server) {
        return server.info("replication")
                .lines()
                .filter(line -> line.startsWith("master_replid:"))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until the file that a server begins to write has all that the server has. */
    private static void awaitAppendOnlyFile(RedisServer server) {
        Wait.until("the append-only file", () -> {
            String persistence = server.info("persistence");
            return persistence.contains("aof_rewrite_in_progress:0") && persistence.contains("aof_rewrite_scheduled:0");
        });
    }

    /** An instance that starts, and has seen nothing of the bucket. */
    private BucketClient client(Register register) {
        return new BucketClient(register, 0, LAYOUT, TTL);
    }

    private BucketClient client(RedisServer server) {
        return client(granted.of(register(server, NAMESPACE)));
    }

    /** Asks for numbers, and again for as long as the bucket is locked. */
    private static Answer lease(BucketClient client, int count, LongConsumer pause) {
        Answer answer = client.ask(count);
        for (int i = 0; i < 100; i++, answer = client.ask(count)) {
            if (answer.isGranted()) {
                return answer;
            }
            pause.accept(answer.locked() + 1);
        }
        throw new AssertionError("locked again and again: " + answer);
    }

    private void assertAllIsGrantedAgainWithoutOverlap(BucketClient afterwards) {
        assertAllIsGrantedAgainWithoutOverlap(afterwards, Wait::millis);
    }

    private void assertAllIsGrantedAgainWithoutOverlap(BucketClient afterwards, LongConsumer pause) {
        int before = granted.size();
        assertThat(before).isPositive();
        assertThat(afterwards.ask(0).locked()).isBetween(1L, LOCKED);
        while (!granted.haveAllNumbers(0, NUMBERS, before)) {
            lease(afterwards, QUARTER, pause);
        }
        assertThat(granted.overlaps()).isEmpty();
    }

    /** What the server says of its persistence then is not what it had when it started. */
    @Test
    void serverStartsFromASnapshotAndWritesAnAppendOnlyFileFromThenOn() {
        RedisServer redis = server();
        BucketClient client = client(redis);
        client.create(QUARTER);
        redis.save();
        client.ask(QUARTER);
        client.ask(QUARTER);

        redis.kill();
        redis.start();
        redis.ask(jedis -> jedis.configSet("appendonly", "yes"));
        awaitAppendOnlyFile(redis);

        assertAllIsGrantedAgainWithoutOverlap(client(redis));
    }

    /** It has an append-only file of all that it ever did, and so lost nothing itself. */
    @Test
    @Tag(Fleet.TAG)
    void serverWithAnAppendOnlyFileInheritsAnOldSnapshotAndRestarts() {
        RedisServer master = server("repl-diskless-sync-delay 0");
        RedisServer replica = server("appendonly yes", "appendfsync always");
        BucketClient client = client(master);
        client.create(QUARTER);
        master.save();
        client.ask(QUARTER);
        client.ask(QUARTER);

        master.kill();
        master.start();
        replica.ask(jedis -> jedis.replicaof("127.0.0.1", master.port()));
        awaitCopyOf(master, replica);
        master.kill();
        replica.ask(Jedis::replicaofNoOne);
        replica.kill();
        replica.start();

        assertAllIsGrantedAgainWithoutOverlap(client(replica));
    }

    /** By the wall clock the server then seems to have been there when the windows that it does not know were granted. */
    @Test
    void machineBootsWithItsClockBehind() {
        ManualTime time = new ManualTime();
        long[] ahead = {0};
        SimulatedRegister store = new SimulatedRegister(() -> time.millis() + ahead[0]);
        BucketClient client = client(granted.of(store));
        client.create(QUARTER);
        String snapshot = store.values("0").get("lease");
        client.ask(QUARTER);
        client.ask(QUARTER);

        store.put("0", "lease", snapshot);
        store.setRun("next");
        ahead[0] = -60_000;
        time.advance(Duration.ofMillis(500));
        ahead[0] = 0;

        assertAllIsGrantedAgainWithoutOverlap(client, millis -> time.advance(Duration.ofMillis(millis)));
    }

    /** What it grants and extends then is not known to the new one. */
    @Test
    @Tag(Fleet.TAG)
    void masterThatWasReplacedLivesOn() {
        RedisServer master = server("repl-diskless-sync-delay 0");
        RedisServer replica = opened(RedisServer.replicaOf(master));
        awaitCopyOf(master, replica);
        AtomicLong silentFrom = new AtomicLong(Long.MAX_VALUE);
        BucketClient old = client(granted.of(register(master, NAMESPACE), silentFrom::get));
        Answer early = old.create(1);
        Wait.until("the replica to know", () -> replica.<Long>ask(Jedis::dbSize) > 0);

        replica.ask(Jedis::replicaofNoOne);
        BucketClient afterwards = client(replica);
        long noticed = afterwards.ask(0).time();
        silentFrom.set(noticed + MARGIN);
        for (long last = noticed; last < noticed + MARGIN * 3 / 4; ) {
            old.extend(early);
            last = old.ask(1).time();
            Wait.millis(100);
        }

        assertAllIsGrantedAgainWithoutOverlap(afterwards);
    }

    /**
     * A master is cut off. Sentinels promote its replica, which grants and then dies; so they promote the former master, which was never
     * demoted and has the run that it always had. Only the sentinels' count of failovers tells that others granted meanwhile.
     */
    @Test
    @Tag(Fleet.TAG)
    void formerMasterReturnsInTheRunThatItAlwaysHad() {
        RedisServer former = server("repl-diskless-sync-delay 0");
        RedisServer latter = opened(RedisServer.replicaOf(former));
        awaitCopyOf(former, latter);
        BucketClient first = client(after(1, former));
        first.create(QUARTER / 2);
        Wait.until("the replica to know", () -> former.<Long>ask(jedis -> jedis.waitReplicas(1, 1000)) == 1);
        latter.ask(Jedis::replicaofNoOne);

        assertAllIsGrantedAgainWithoutOverlap(client(after(2, latter)));
        assertAllIsGrantedAgainWithoutOverlap(client(after(3, former)));
    }

    /** What an instance reaches that starts when a sentinel names a server, which so many failovers made master. */
    private Register after(int failovers, RedisServer master) {
        RedisServer sentinel = sentinel(master, failovers);
        Register register = register(
                runner(new RedisSentinelConfiguration()
                        .master(SENTINELS_NAME)
                        .sentinel(RedisServer.HOST, sentinel.port())),
                NAMESPACE);
        Wait.until(
                "the count of failovers",
                () -> register.look("any", List.of())
                                .toCompletableFuture()
                                .join()
                                .epoch()
                        == failovers);
        sentinel.close();
        return granted.of(register);
    }
}
