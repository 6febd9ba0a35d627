package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import dev.idgen.redis.ScriptRunner;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;

/**
 * Sentinels name another master while the former one is well and stays so: for ever, because the two masters do not know
 * each other.
 */
@Tag(Fleet.TAG)
class MasterWatchIntegrationTests extends AttackedServers {

    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(250);

    private final RedisServer former = server();
    private final RedisServer latter = server();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void masterThatIsWellIsLeftForTheOneOfTheMajority(boolean jedis) {
        List<RedisServer> sentinels = sentinels(former, former, former);
        LeaseStore leaseStore = register(jedis, sentinels);
        awaitAnswersOf(former, leaseStore);

        rename(sentinels.get(1), latter);
        rename(sentinels.get(2), latter);

        awaitAnswersOf(latter, leaseStore);
        assertThat(run(leaseStore))
                .as("the first sentinel still names the other")
                .isEqualTo(runOf(latter));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void minorityIsNotBelieved(boolean jedis) {
        List<RedisServer> sentinels = sentinels(latter, former, former);
        LeaseStore leaseStore = register(jedis, sentinels);
        awaitAnswersOf(former, leaseStore);
        for (int i = 0; i < 5; i++) {
            Wait.millis(600);
            assertThat(run(leaseStore)).isEqualTo(runOf(former));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsLookedAtWithoutAMajority(boolean jedis) {
        List<RedisServer> sentinels = sentinels(former, former, former);
        LeaseStore leaseStore = register(jedis, sentinels);
        awaitAnswersOf(former, leaseStore);

        sentinels.get(0).pause();
        sentinels.get(2).pause();
        Wait.millis(600);
        assertThatThrownBy(() -> read(leaseStore))
                .hasMessageContaining("no majority of the sentinels names one master")
                .hasMessageContaining("names " + RedisServer.HOST + ":" + former.port());

        sentinels.get(2).resume();
        awaitAnswersOf(former, leaseStore);
        sentinels.get(0).resume();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void deadAndHungSentinelsAreDoneWithout(boolean jedis) {
        List<RedisServer> sentinels = sentinels(former, former, former, former, former);
        sentinels.get(0).kill();
        LeaseStore leaseStore = register(jedis, sentinels);
        awaitAnswersOf(former, leaseStore);
        sentinels.get(1).pause();
        awaitAnswersOf(former, leaseStore);
        for (int i = 0; i < 5; i++) {
            Wait.millis(600);
            assertThat(run(leaseStore)).isEqualTo(runOf(former));
        }
        sentinels.get(1).resume();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failoversAreCounted(boolean jedis) {
        LeaseStore leaseStore = register(jedis, sentinels(former, former, former));
        awaitAnswersOf(former, leaseStore);
        assertThat(read(leaseStore).epoch()).isEqualTo(5);
    }

    private List<RedisServer> sentinels(RedisServer... named) {
        return Stream.of(named).map(master -> sentinel(master, 5)).toList();
    }

    private static Snapshot read(LeaseStore leaseStore) {
        return leaseStore.read("any", List.of()).toCompletableFuture().join();
    }

    private static String run(LeaseStore leaseStore) {
        return read(leaseStore).run();
    }

    private static String runOf(RedisServer server) {
        return server.info("replication")
                .lines()
                .filter(line -> line.startsWith("master_replid:"))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .findFirst()
                .orElseThrow();
    }

    private static void awaitAnswersOf(RedisServer server, LeaseStore leaseStore) {
        String run = runOf(server);
        Wait.until("answers of " + server.port(), () -> {
            try {
                return run(leaseStore).equals(run);
            } catch (RuntimeException e) {
                return false;
            }
        });
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

    private LeaseStore register(boolean jedis, List<RedisServer> sentinels) {
        RedisSentinelConfiguration servers = new RedisSentinelConfiguration().master(MASTER);
        sentinels.forEach(sentinel -> servers.sentinel(RedisServer.HOST, sentinel.port()));
        RedisConnectionFactory factory = jedis ? jedis(servers) : factory(servers);
        return register(opened(ScriptRunner.create(factory, REQUEST_TIMEOUT, TimeSource.system(), "")), "any");
    }

    private JedisConnectionFactory jedis(RedisSentinelConfiguration servers) {
        JedisConnectionFactory factory = new JedisConnectionFactory(servers);
        opened(factory::destroy);
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
