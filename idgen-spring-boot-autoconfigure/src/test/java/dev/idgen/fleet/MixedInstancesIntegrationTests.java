package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdgenException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.store.redis.RedisRegister;
import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** An instance that cannot see in which run Redis is puts nothing of the others in doubt. */
@Tag(Fleet.TAG)
class MixedInstancesIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "mixed";
    private static final BucketLayout LAYOUT = BucketLayout.STANDARD;
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final TimeSource TIME = TimeSource.system();

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);
    private RedisServer redis;
    private BucketSequence<String> shop;
    private LeasedNodeSource shopNodes;

    @BeforeEach
    void openShop() {
        redis = server();
        shop = sequence(granted.of(register(redis, NAMESPACE)), LAYOUT, TTL, TIME);
        shopNodes = nodeSource(granted.of(register(redis, NAMESPACE)), NODE_TTL, TIME);
        drawAll(shop, 1000);
        awaitNode(shopNodes);
    }

    private void createUserWithoutInfo() {
        redis.ask(jedis -> jedis.aclSetUser("canary", "reset", "on", "nopass", "~*", "&*", "+@all", "-info"));
    }

    private ScriptRunner runnerOfCanary(String driver) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(RedisServer.HOST, redis.port());
        server.setUsername("canary");
        server.setPassword("any");
        if (driver.equals("lettuce")) {
            return runner(server);
        }
        JedisConnectionFactory factory = new JedisConnectionFactory(server);
        opened(factory::destroy);
        factory.afterPropertiesSet();
        factory.start();
        return opened(ScriptRunner.create(factory, Duration.ofSeconds(5), TIME));
    }

    /** What a doubt changes of a bucket or a node id. */
    private Map<String, String> doubts() {
        Map<String, String> doubts = new TreeMap<>();
        values(redis)
                .forEach((name, value) ->
                        doubts.put(name, value.replaceAll(" (position|last|ends|end|holder)=\\S*", "")));
        return doubts;
    }

    /** Before: as long as the canary ran, all buckets were locked for all. */
    @ParameterizedTest
    @CsvSource({"lettuce, false", "jedis, false", "lettuce, true", "jedis, true"})
    void userWithoutInfoPutsNothingInDoubtWhetherRefusedOrAccepted(String driver, boolean accepted) {
        createUserWithoutInfo();
        Map<String, String> before = doubts();
        Register register = granted.of(new RedisRegister(runnerOfCanary(driver), NAMESPACE, accepted, TIME));
        BucketSequence<String> canary = sequence(register, LAYOUT, TTL, TIME);
        LeasedNodeSource nodes = nodeSource(register, NODE_TTL, TIME);

        if (accepted) {
            drawAll(canary, 1000);
            awaitNode(nodes);
        } else {
            Wait.until("a refusal", () -> {
                try {
                    canary.release(canary.acquire());
                    throw new AssertionError("issued a number");
                } catch (StoreUnsuitableException e) {
                    return true;
                } catch (IdgenException e) {
                    return false;
                }
            });
            Wait.until("a refusal", () -> nodes.trouble().orElse("").contains("Grant the Redis user '+info'"));
        }
        drawAll(shop, 10_000);
        assertThat(doubts()).containsAllEntriesOf(before);
        assertThat(holds(shopNodes)).isTrue();
        assertThat(granted.overlaps()).isEmpty();
    }
}
