package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.Node;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** An instance that does not fit its namespace is refused, leaves no trace, and disturbs none of the others. */
@Tag(Fleet.TAG)
class MixedInstancesIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "mixed";
    private static final BucketLayout LAYOUT = BucketLayout.STANDARD;
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration OTHER_TTL = Duration.ofSeconds(60);
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final Duration OTHER_NODE_TTL = Duration.ofMinutes(10);
    private static final TimeSource TIME = TimeSource.system();
    private static final long MARGIN = 2000;

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

    private static IdgenException refusal(BucketSequence<String> canary) {
        IdgenException[] refusal = new IdgenException[1];
        Wait.until("a refusal", () -> {
            try {
                canary.release(canary.acquire());
                throw new AssertionError("issued a number");
            } catch (NamespaceDisagreementException | StoreUnsuitableException e) {
                refusal[0] = e;
                return true;
            } catch (IdgenException e) {
                return false;
            }
        });
        return refusal[0];
    }

    private void assertRefusedAndWithoutATrace() {
        BucketSequence<String> canary = sequence(register(redis, NAMESPACE), LAYOUT, OTHER_TTL, TIME);
        assertThat(refusal(canary))
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContaining("lease-ttl");
        canary.close();
        LeasedNodeSource canaryNodes = nodeSource(register(redis, NAMESPACE), OTHER_NODE_TTL, TIME);
        canaryNodes.awaitFirstOutcome(Duration.ofSeconds(10));
        Wait.until("a refusal", () -> canaryNodes.trouble().orElse("").contains("idgen.node.lease-ttl"));
        assertThat(canaryNodes.current()).isNull();
        canaryNodes.close();
        assertThat(values(redis).values())
                .noneMatch(value ->
                        value.matches(".*ttl=(" + OTHER_TTL.toMillis() + "|" + OTHER_NODE_TTL.toMillis() + ").*"));
    }

    /** Before: after a canary of 2 seconds, 44 of the 55 seconds after the restart had failed calls only. */
    @Test
    void canaryWithALongerTtlIsRefusedAndALaterLossCostsWhatItAlwaysCosts() {
        Node node = awaitNode(shopNodes);
        assertRefusedAndWithoutATrace();

        redis.kill();
        redis.startEmpty();
        drawAll(shop, 1000);

        Wait.until("a doubt", () -> values(redis).keySet().stream().anyMatch(name -> name.endsWith(" lease")));
        Map<String, String> values = values(redis);
        long latest = millis(redis) + TTL.toMillis() + MARGIN;
        values.forEach((name, value) -> {
            if (name.endsWith(" lease")) {
                assertThat(RegisterText.parse(value).number("entered")).as(name).isBetween(1L, latest);
                assertThat(RegisterText.parse(value).number("ttl")).isEqualTo(TTL.toMillis());
            }
        });
        assertThat(awaitNode(shopNodes).id()).isEqualTo(node.id());
        assertThat(granted.overlaps()).isEmpty();
    }

    /** Before: with the namespace's record evicted alone, an instance of another ttl wrote its own, and windows overlapped. */
    @Test
    void instanceOfAnotherTtlIsRefusedAlsoWithoutTheTermsAndAfterAFailover() {
        redis.ask(jedis -> jedis.del("{idgen:3:" + NAMESPACE + "}"));
        assertRefusedAndWithoutATrace();
        changeRun(redis);
        redis.ask(jedis -> jedis.del("{idgen:3:" + NAMESPACE + "}"));
        assertRefusedAndWithoutATrace();
        drawAll(shop, 1000);
        assertThat(granted.overlaps()).isEmpty();
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
    @ValueSource(strings = {"lettuce", "jedis"})
    void userWithoutInfoIsRefusedAndTheOthersDoNotNotice(String driver) {
        createUserWithoutInfo();
        Map<String, String> before = doubts();
        Register register = register(runnerOfCanary(driver), NAMESPACE);

        assertThat(refusal(sequence(register, LAYOUT, TTL, TIME)))
                .isInstanceOf(StoreUnsuitableException.class)
                .hasMessageContaining("Grant the Redis user '+info'");
        LeasedNodeSource nodes = nodeSource(register, NODE_TTL, TIME);
        assertThatThrownBy(() -> nodes.await(Long.MIN_VALUE, Duration.ofSeconds(5)))
                .isInstanceOf(NodeIdUnavailableException.class)
                .hasStackTraceContaining("Grant the Redis user '+info'");

        drawAll(shop, 10_000);
        assertThat(doubts()).containsAllEntriesOf(before);
        assertThat(holds(shopNodes)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void userWithoutInfoWhoseApplicationAcceptsThatSharesTheNamespace(String driver) {
        createUserWithoutInfo();
        Map<String, String> before = doubts();
        Register register = granted.of(new RedisRegister(runnerOfCanary(driver), NAMESPACE, true, TIME));

        drawAll(sequence(register, LAYOUT, TTL, TIME), 1000);
        awaitNode(nodeSource(register, NODE_TTL, TIME));

        drawAll(shop, 10_000);
        assertThat(doubts()).containsAllEntriesOf(before);
        assertThat(granted.overlaps()).isEmpty();
    }
}
