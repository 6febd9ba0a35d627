package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.TcpProxy;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.store.redis.RedisLeaseStore;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.string.sequence.NamespaceTerms;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.clients.jedis.Jedis;

/**
 * Faults after which a server looks as if it had lost nothing, or as if there had never been anything, done to real servers that run
 * the shipped script: whatever was granted before, the windows granted for the same numbers do not overlap, and
 * no bucket is locked for long.
 *
 * <p>Nobody tells the servers what they have lost: those who ask after the fault have seen nothing of the buckets. That of a machine
 * that boots with its clock behind is played in logical time, since without a compiler no process can be given another time.
 */
class AttacksIntegrationTests {

    private static final String NAMESPACE = "attacks";
    private static final int TTL = 10_000;
    private static final BucketLayout LAYOUT = new BucketLayout(0, 4);
    private static final int NUMBERS = 16;
    private static final int QUARTER = LAYOUT.quarterSize();

    /** For how long a bucket may be locked after a doubt, in milliseconds, whatever the ttl is. */
    private static final long LOCKED = 3100;

    /** For how long a master that was replaced may go on, in milliseconds. */
    private static final long MARGIN = 2000;

    /** No clock is far ahead of this. */
    private static final long ANY_TIME = 1L << 50;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final GrantedWindows granted = new GrantedWindows();

    @AfterEach
    void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.push(resource);
        return resource;
    }

    private RedisServer server(String... settings) {
        return opened(RedisServer.running(settings));
    }

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

    private ScriptRunner runner(RedisConfiguration servers) {
        LettuceConnectionFactory factory = servers instanceof RedisClusterConfiguration cluster
                ? new LettuceConnectionFactory(cluster)
                : new LettuceConnectionFactory((RedisStandaloneConfiguration) servers);
        opened(factory::destroy);
        factory.afterPropertiesSet();
        factory.start();
        return opened(ScriptRunner.create(factory, Duration.ofSeconds(5), TimeSource.system()));
    }

    private LeaseStore store(int port) {
        return store(port, LAYOUT);
    }

    private LeaseStore store(int port, BucketLayout layout) {
        ScriptRunner runner = runner(new RedisStandaloneConfiguration("127.0.0.1", port));
        return RedisLeaseStore.create(runner, NAMESPACE, layout);
    }

    /** Who asks one server for numbers of one bucket, without telling what it has seen. */
    private static final class Client {

        private final LeaseStore store;
        private final LongConsumer pause;

        Client(LeaseStore store, LongConsumer pause) {
            this.store = store;
            this.pause = pause;
        }

        /** Asks for numbers of the bucket that nobody has ever asked for. */
        BucketGranted create(int count) {
            long now = ask(0, TTL, Absence.UNKNOWN).time().now();
            return (BucketGranted) ask(count, TTL, now);
        }

        LeaseReply ask(int count) {
            return ask(count, TTL, Absence.LOST);
        }

        private LeaseReply ask(int count, int longestTtl, long absence) {
            BucketAsker asker = new BucketAsker(TTL, longestTtl, longestTtl, TTL + MARGIN + 1, ANY_TIME, absence);
            return store.lease(0, count, asker, Seen.NOTHING)
                    .toCompletableFuture()
                    .join();
        }

        /**
         * Asks for numbers, and again for as long as the bucket is locked. Where the namespace's longest ttl has become a minute, that
         * is not for long, however far ahead the next windows begin.
         */
        BucketGranted lease(int count) {
            for (int i = 0; i < 100; i++) {
                LeaseReply reply = ask(count, 6 * TTL, Absence.LOST);
                if (reply instanceof BucketGranted grant) {
                    return grant;
                }
                pause.accept(((Locked) reply).millis() + 1);
            }
            throw new AssertionError("locked again and again");
        }

        void extend(BucketGranted grant) {
            BucketAsker asker = new BucketAsker(TTL, TTL, TTL, TTL + MARGIN + 1, ANY_TIME, Absence.LOST);
            store.extend(0, grant, asker).toCompletableFuture().join();
        }
    }

    private Client client(RedisServer server) {
        return new Client(granted.of(store(server.port())), Pause::millis);
    }

    private void assertAllIsGrantedAgainWithoutOverlap(Client afterwards) {
        int before = granted.size();
        assertThat(before).isPositive();
        if (afterwards.ask(0) instanceof Locked lock) {
            assertThat(lock.millis()).isLessThanOrEqualTo(LOCKED);
        }
        while (!granted.haveAllNumbers(0, NUMBERS, before)) {
            afterwards.lease(QUARTER);
        }
        assertThat(granted.overlaps()).isEmpty();
    }

    /** What the server says of its persistence then is not what it had when it started. */
    @Test
    void serverStartsFromASnapshotAndWritesAnAppendOnlyFileFromThenOn() {
        RedisServer redis = server();
        Client client = client(redis);
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
    void serverWithAnAppendOnlyFileInheritsAnOldSnapshotAndRestarts() {
        RedisServer master = server("repl-diskless-sync-delay 0");
        RedisServer replica = server("appendonly yes", "appendfsync always");
        Client client = client(master);
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
        SimulatedRedis redis = new SimulatedRedis(() -> time.millis() + ahead[0]);
        Client client = new Client(
                granted.of(redis.leaseStore(NAMESPACE, LAYOUT, () -> 1)),
                millis -> time.advance(Duration.ofMillis(millis)));
        client.create(QUARTER);
        Object snapshot = redis.snapshot();
        client.ask(QUARTER);
        client.ask(QUARTER);

        redis.restore(snapshot);
        redis.setRun("the next");
        ahead[0] = -60_000;
        time.advance(Duration.ofMillis(500));
        ahead[0] = 0;

        assertAllIsGrantedAgainWithoutOverlap(client);
    }

    /** To an instance that starts, the namespace looks as if it were new. The one that holds numbers has lost its connection. */
    @Test
    void bucketAndTheNamespacesRecordAreLostAndAnInstanceThatStartsIsFirst() {
        BucketLayout layout = new BucketLayout(1, 4);
        RedisServer redis = server();
        TcpProxy network = opened(new TcpProxy(redis.port()));
        sequence(network.port(), layout);
        Wait.until("leases from both buckets", () -> granted.buckets().equals(List.of(0, 1)));
        network.refuse();
        int before = granted.size();
        assertThat(redis.<Long>ask(
                        jedis -> jedis.del("{idgen:2:" + NAMESPACE + "}:namespace", "{idgen:2:" + NAMESPACE + ":0}")))
                .isEqualTo(2);

        BucketSequence<String> starting = sequence(redis.port(), layout);

        Wait.until("all numbers of the lost bucket", () -> {
            draw(starting);
            return granted.haveAllNumbers(0, NUMBERS, before);
        });
        assertThat(granted.overlaps()).isEmpty();
    }

    private BucketSequence<String> sequence(int port, BucketLayout layout) {
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings settings = new SequenceSettings(
                defaults.leaseTtl(),
                Duration.ZERO,
                defaults.requestTimeout(),
                defaults.breakerWait(),
                2 * layout.quarterSize(),
                2 * layout.quarterSize(),
                defaults.maxLead(),
                defaults.maxSkew());
        return opened(BucketSequence.start(
                NAMESPACE,
                new NamespaceTerms(Map.of("zone", "Z")),
                settings,
                granted.of(store(port, layout)),
                TimeSource.system(),
                String::new));
    }

    private static void draw(BucketSequence<String> sequence) {
        try {
            for (int i = 0; i < QUARTER; i++) {
                sequence.release(sequence.acquire());
            }
        } catch (SequenceUnavailableException e) {
            // it is asked again
        }
    }

    /** What it grants and extends then is not known to the new one. */
    @Test
    void masterThatWasReplacedLivesOn() {
        RedisServer master = server("repl-diskless-sync-delay 0");
        RedisServer replica = server();
        replica.ask(jedis -> jedis.replicaof("127.0.0.1", master.port()));
        awaitCopyOf(master, replica);
        AtomicLong silentFrom = new AtomicLong(Long.MAX_VALUE);
        Client old = new Client(granted.of(store(master.port()), silentFrom::get), Pause::millis);
        BucketGranted early = old.create(1);
        Wait.until("the replica to know", () -> replica.<Long>ask(Jedis::dbSize) > 0);

        replica.ask(Jedis::replicaofNoOne);
        Client afterwards = client(replica);
        long noticed = afterwards.ask(0).time().now();
        silentFrom.set(noticed + MARGIN);
        for (long last = noticed; last < noticed + MARGIN * 3 / 4; ) {
            old.extend(early);
            last = old.ask(1).time().clock();
            Pause.millis(100);
        }

        assertAllIsGrantedAgainWithoutOverlap(afterwards);
    }

    /** That the server was promoted once says nothing of the bucket, which costs no more than any other doubt. */
    @Test
    void bucketIsMovedToAServerThatWasPromotedOnce() {
        RedisServer from = server("repl-diskless-sync-delay 0");
        RedisServer to = server();
        to.ask(jedis -> jedis.replicaof("127.0.0.1", from.port()));
        awaitCopyOf(from, to);
        to.ask(Jedis::replicaofNoOne);
        Client client = client(from);
        client.create(QUARTER);
        client.ask(QUARTER);

        String bucket = from.<String>ask(jedis -> jedis.randomKey());
        from.ask(jedis -> jedis.migrate("127.0.0.1", to.port(), bucket, 0, 5000));

        assertAllIsGrantedAgainWithoutOverlap(client(to));
    }

    /** A script with two keys, one on either side, would be refused with TRYAGAIN. */
    @Test
    void bucketIsLeasedFromWhileItsSlotIsMoved() {
        try (RedisCluster cluster = RedisCluster.start(3, List.of())) {
            RedisClusterConfiguration nodes = new RedisClusterConfiguration();
            cluster.masters().forEach(node -> nodes.clusterNode("127.0.0.1", node.port()));
            Client client =
                    new Client(granted.of(RedisLeaseStore.create(runner(nodes), NAMESPACE, LAYOUT)), Pause::millis);
            String run = client.create(1).run();
            RedisCluster.Move move = cluster.beginMove("{idgen:2:" + NAMESPACE + ":0}");

            assertThat(client.ask(1)).isInstanceOf(BucketGranted.class);
            move.moveKeys();
            assertThat(client.ask(1))
                    .isInstanceOf(Locked.class)
                    .satisfies(reply -> assertThat(((Locked) reply).happened()).isEqualTo(Happened.FAILOVER));
            BucketGranted atTheTarget = client.lease(1);
            assertThat(atTheTarget.run()).isNotEqualTo(run);
            move.end();
            assertThat(client.lease(1).run()).isEqualTo(atTheTarget.run());
            assertThat(granted.overlaps()).isEmpty();
        }
    }
}
