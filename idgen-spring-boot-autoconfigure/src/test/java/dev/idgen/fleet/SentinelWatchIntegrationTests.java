package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Register;
import dev.idgen.Register.Snapshot;
import dev.idgen.TcpProxy;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.store.redis.ServingServer;
import dev.idgen.internal.time.ForwardingTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/**
 * Sentinels name another master while the former one is well and stays so. After a failover by hand that lasts ten seconds; here
 * it lasts for ever, because the two masters do not know each other.
 */
@Tag(Fleet.TAG)
class SentinelWatchIntegrationTests extends AttackedServers {

    /** No request ends by itself. */
    private static final Duration FOR_EVER = Duration.ofMinutes(10);

    /** A request ends by itself if its connection does not answer. */
    private static final Duration SHORT = Duration.ofMillis(250);

    private static final long NO_ANSWER = -1;

    private RedisServer former;
    private RedisServer latter;

    @BeforeEach
    void start() {
        former = server();
        latter = server();
    }

    @Test
    void masterThatIsWellIsLeft() {
        RedisServer sentinel = sentinel(former, 0);
        ScriptRunner runner = runner(TimeSource.system(), sentinel.port());
        awaitScriptsOn(former, runner);

        rename(sentinel, latter);

        awaitScriptsOn(latter, runner);
        assertThat(former.<Long>ask(jedis -> jedis.incr("accepts-writes"))).isEqualTo(1);
    }

    @Test
    void requestsUnderWayToTheFormerMasterFail() {
        RedisServer sentinel = sentinel(former, 0);
        ScriptRunner runner = runner(TimeSource.system(), sentinel.port());
        awaitScriptsOn(former, runner);
        former.pause();
        CompletableFuture<Integer> reply = ServingServer.port(runner).toCompletableFuture();

        rename(sentinel, latter);

        Wait.until("the request's end", reply::isDone);
        assertThat(reply).isCompletedExceptionally();
        awaitScriptsOn(latter, runner);
    }

    /**
     * Two answers arrive together. The code that waited for the first still runs, on the thread that reads answers, when the
     * sentinel names another master. The second is read after that, and before the connection is closed.
     */
    @Test
    void answerThatIsReadAfterTheMasterWasLeftIsDropped() throws InterruptedException {
        RedisServer sentinel = sentinel(former, 0);
        AtomicInteger looks = new AtomicInteger();
        ScriptRunner runner =
                runner(TimeSource.system(), counted(sentinel, looks).port());
        awaitScriptsOn(former, runner);
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);

        former.pause();
        CompletionStage<Integer> first = ServingServer.port(runner).whenComplete((port, failure) -> {
            reading.countDown();
            await(goOn);
        });
        CompletableFuture<Integer> second = ServingServer.port(runner).toCompletableFuture();
        former.resume();
        await(reading);
        rename(sentinel, latter);
        awaitLooks(looks, 3);
        goOn.countDown();

        Wait.until("the requests' end", second::isDone);
        assertThat(first).isCompletedWithValue(former.port());
        assertThat(second).isCompletedExceptionally();
    }

    @Test
    void nextSentinelIsAskedWhenOneIsDeadOrHangs() {
        RedisServer dead = sentinel(former, 0);
        RedisServer dying = sentinel(former, 0);
        RedisServer hanging = sentinel(former, 0);
        RedisServer living = sentinel(former, 0);
        dead.kill();
        ScriptRunner runner =
                runner(SHORT, TimeSource.system(), dead.port(), dying.port(), hanging.port(), living.port());
        awaitScriptsOn(former, runner);

        dying.kill();
        hanging.pause();
        rename(living, latter);

        awaitScriptsOn(latter, runner);
    }

    @Test
    void sentinelThatMissedTheFailoverIsNotBelieved() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        TcpProxy informed = counted(sentinel(latter, 5), looks);
        TcpProxy late = counted(sentinel(former, 4), looks);
        ScriptRunner runner = runner(TimeSource.system(), informed.port(), late.port());
        awaitScriptsOn(latter, runner);
        awaitLooks(looks, 2);

        informed.close();
        awaitLooks(looks, 3);

        assertThat(ServingServer.port(runner).toCompletableFuture().join()).isEqualTo(latter.port());
    }

    @Test
    void sentinelsThatWereSetUpAnewAreBelievedInTheEnd() {
        RedisServer sentinel = sentinel(former, 5);
        ScriptRunner runner = runner(new ShortPauses(), sentinel.port());
        awaitScriptsOn(former, runner);

        rename(sentinel, latter);

        awaitScriptsOn(latter, runner);
    }

    /** While a process was frozen, others may have been master between two channels to the same server. */
    @Test
    void epochIsForgottenWhenTheChannelBreaks() {
        HeldPauses time = new HeldPauses();
        Register register = register(runner(SHORT, time, sentinel(former, 5).port()), "any");
        Wait.until("the epoch", () -> epoch(register) == 5);
        time.held = true;
        Wait.until("the watch to pause", () -> time.holds);

        former.ask(jedis -> jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL)));

        assertThat(firstEpoch(register)).isEqualTo(Snapshot.UNKNOWN_EPOCH);
        time.held = false;
        Wait.until("the epoch", () -> epoch(register) == 5);
    }

    private static long firstEpoch(Register register) {
        AtomicLong first = new AtomicLong(NO_ANSWER);
        Wait.until("an answer", () -> {
            first.set(epoch(register));
            return first.get() != NO_ANSWER;
        });
        return first.get();
    }

    private static long epoch(Register register) {
        return register.look("any", List.of())
                .thenApply(Snapshot::epoch)
                .exceptionally(failure -> NO_ANSWER)
                .toCompletableFuture()
                .join();
    }

    /** Makes a sentinel name another master, which it takes for one after no failover, in one step. */
    private static void rename(RedisServer sentinel, RedisServer master) {
        sentinel.ask(jedis -> {
            Pipeline pipeline = jedis.pipelined();
            pipeline.sendCommand(Protocol.Command.SENTINEL, "REMOVE", MASTER);
            pipeline.sendCommand(
                    Protocol.Command.SENTINEL,
                    "MONITOR",
                    MASTER,
                    RedisServer.HOST,
                    Integer.toString(master.port()),
                    "1");
            return pipeline.syncAndReturnAll();
        });
    }

    private ScriptRunner runner(TimeSource time, int... sentinels) {
        return runner(FOR_EVER, time, sentinels);
    }

    private ScriptRunner runner(Duration requestTimeout, TimeSource time, int... sentinels) {
        RedisSentinelConfiguration servers = new RedisSentinelConfiguration().master(MASTER);
        IntStream.of(sentinels).forEach(port -> servers.sentinel(RedisServer.HOST, port));
        return opened(ScriptRunner.create(factory(servers), requestTimeout, time));
    }

    private static void awaitScriptsOn(RedisServer server, ScriptRunner runner) {
        Wait.until(
                "scripts on " + server.port(),
                () -> ServingServer.port(runner)
                        .exceptionally(failure -> -1)
                        .toCompletableFuture()
                        .join()
                        .equals(server.port()));
    }

    /** A port that leads to a sentinel and counts what it is asked. */
    private TcpProxy counted(RedisServer sentinel, AtomicInteger looks) {
        return opened(new TcpProxy(sentinel.port(), () -> new CountedLooks(looks)));
    }

    private static void awaitLooks(AtomicInteger looks, int more) {
        int before = looks.get();
        Wait.until("looks at the sentinel", () -> looks.get() - before >= more);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private record CountedLooks(AtomicInteger looks) implements TcpProxy.Connection {

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            if (new String(bytes, 0, length, StandardCharsets.US_ASCII).contains("get-master-addr-by-name")) {
                looks.incrementAndGet();
            }
            return true;
        }
    }

    /** A machine's clocks, and pauses that last while a test holds them. */
    private static final class HeldPauses extends ForwardingTime {

        private volatile boolean held;
        private volatile boolean holds;

        @Override
        public void pause(long nanos) {
            super.pause(nanos);
            while (held && !Thread.currentThread().isInterrupted()) {
                holds = true;
                super.pause(nanos);
            }
        }
    }

    /** A machine's clocks, and pauses that are over soon. */
    private static final class ShortPauses extends ForwardingTime {

        @Override
        public void pause(long nanos) {
            super.pause(nanos / 50);
        }
    }
}
