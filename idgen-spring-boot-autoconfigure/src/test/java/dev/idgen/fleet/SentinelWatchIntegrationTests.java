package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.TcpProxy;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.store.redis.ServingServer;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;

/**
 * Sentinels that name another master while the former one is well, and stays so: as it is for ten seconds after a failover
 * by hand, but here for ever, since the two masters have nothing to do with each other.
 */
@Tag(Fleet.TAG)
class SentinelWatchIntegrationTests extends AttackedServers {

    /** No request ends by itself. */
    private static final Duration FOR_EVER = Duration.ofMinutes(10);

    /** A sentinel that hangs is given up soon. */
    private static final Duration SHORT = Duration.ofMillis(250);

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
     * Two answers arrive together. Whoever waited for the first is still at it, on the thread that reads answers, when the
     * sentinel names another master; the second is read after that, and before the connection is closed.
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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nextSentinelIsAskedWhenOneIsDeadOrHangs(boolean hangs) {
        RedisServer lost = sentinel(former, 0);
        RedisServer living = sentinel(former, 0);
        ScriptRunner runner = runner(hangs ? SHORT : FOR_EVER, TimeSource.system(), lost.port(), living.port());
        awaitScriptsOn(former, runner);

        if (hangs) {
            lost.pause();
        } else {
            lost.kill();
        }
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

    /** Makes a sentinel name another master, which it takes for one after no failover, in one step. */
    private static void rename(RedisServer sentinel, RedisServer master) {
        sentinel.ask(jedis -> {
            Pipeline pipeline = jedis.pipelined();
            pipeline.sendCommand(Protocol.Command.SENTINEL, "REMOVE", SENTINELS_NAME);
            pipeline.sendCommand(
                    Protocol.Command.SENTINEL,
                    "MONITOR",
                    SENTINELS_NAME,
                    "127.0.0.1",
                    Integer.toString(master.port()),
                    "1");
            return pipeline.syncAndReturnAll();
        });
    }

    private ScriptRunner runner(TimeSource time, int... sentinels) {
        return runner(FOR_EVER, time, sentinels);
    }

    private ScriptRunner runner(Duration timeout, TimeSource time, int... sentinels) {
        RedisSentinelConfiguration servers = new RedisSentinelConfiguration().master(SENTINELS_NAME);
        for (int port : sentinels) {
            servers.sentinel(RedisServer.HOST, port);
        }
        return runner(servers, timeout, time);
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

    /** The right time, and pauses that are over soon. */
    private static final class ShortPauses extends SteppingTime {

        ShortPauses() {
            super(Duration.ZERO, Duration.ZERO);
        }

        @Override
        public void pause(long nanos) {
            super.pause(nanos / 50);
        }
    }
}
