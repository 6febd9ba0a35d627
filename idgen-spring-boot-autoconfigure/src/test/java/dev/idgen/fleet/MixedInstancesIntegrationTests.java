package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.NodeIdUnavailableException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/** An instance that does not fit its namespace is refused, leaves no trace, and does not disturb the others. */
@Tag(Fleet.TAG)
class MixedInstancesIntegrationTests extends AttackedServers {

    private static final String NAMESPACE = "mixed";
    private static final BucketLayout LAYOUT = BucketLayout.STANDARD;
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final Duration OTHER_TTL = Duration.ofSeconds(60);
    private static final Duration NODE_TTL = Duration.ofSeconds(5);
    private static final Duration OTHER_NODE_TTL = Duration.ofMinutes(10);
    private static final TimeSource TIME = TimeSource.system();

    private final GrantedWindows granted = new GrantedWindows(LAYOUT);
    private RedisServer redis;
    private BucketSequence<String> right;
    private LeasedNodeSource rightNodes;

    @BeforeEach
    void startRightInstance() {
        redis = server();
        right = sequence(granted.of(register(redis, NAMESPACE)), LAYOUT, TTL, TIME);
        rightNodes = nodeSource(granted.of(register(redis, NAMESPACE)), NODE_TTL, TIME);
        drawAll(right, 1000);
        awaitNode(rightNodes);
    }

    private static IdgenException refusal(BucketSequence<String> wrong) {
        IdgenException[] refusal = new IdgenException[1];
        Wait.until("a refusal", () -> {
            try {
                wrong.release(wrong.acquire());
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

    /**
     * Before, an instance of a longer ttl that ran for 2 seconds made calls fail for 44 seconds after a later restart; and with
     * the namespace's record evicted alone, it wrote its own, and windows overlapped.
     */
    @Test
    void instanceOfAnotherTtlIsRefusedAndLeavesNoTraceThoughTermsAreGone() {
        assertRefusedAndWithoutATrace();
        changeRun(redis);
        redis.ask(jedis -> jedis.del("{idgen:3:" + NAMESPACE + "}"));
        assertRefusedAndWithoutATrace();
        drawAll(right, 1000);
        assertThat(granted.overlaps()).isEmpty();
    }

    private void assertRefusedAndWithoutATrace() {
        BucketSequence<String> wrong = sequence(register(redis, NAMESPACE), LAYOUT, OTHER_TTL, TIME);
        assertThat(refusal(wrong))
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContaining("lease-ttl");
        wrong.close();
        LeasedNodeSource wrongNodes = nodeSource(register(redis, NAMESPACE), OTHER_NODE_TTL, TIME);
        Wait.until("a refusal", () -> wrongNodes.trouble().orElse("").contains("idgen.node.lease-ttl"));
        assertThat(wrongNodes.current()).isNull();
        wrongNodes.close();
        assertThat(values(redis).values())
                .noneMatch(value ->
                        value.matches(".*ttl=(" + OTHER_TTL.toMillis() + "|" + OTHER_NODE_TTL.toMillis() + ").*"));
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
        return opened(ScriptRunner.create(factory, Duration.ofSeconds(30), TIME));
    }

    /** What a doubt changes of a bucket or a node id. */
    private Map<String, String> doubts() {
        Map<String, String> doubts = new TreeMap<>();
        values(redis)
                .forEach((name, value) ->
                        doubts.put(name, value.replaceAll(" (position|last|ends|end|holder)=\\S*", "")));
        return doubts;
    }

    /** Before, all buckets were locked for all instances as long as the refused one ran. */
    @ParameterizedTest
    @CsvSource({"lettuce, false", "jedis, false", "lettuce, true", "jedis, true"})
    void instanceWithoutInfoDoesNotDisturbOthersWhetherRefusedOrAccepted(String driver, boolean accepted) {
        redis.ask(jedis -> jedis.aclSetUser("canary", "reset", "on", "nopass", "~*", "&*", "+@all", "-info"));
        Map<String, String> before = doubts();
        Register register = granted.of(new RedisRegister(runnerOfCanary(driver), NAMESPACE, accepted, TIME));

        BucketSequence<String> canary = sequence(register, LAYOUT, TTL, TIME);
        LeasedNodeSource canaryNodes = nodeSource(register, NODE_TTL, TIME);
        if (accepted) {
            drawAll(canary, 1000);
            awaitNode(canaryNodes);
        } else {
            assertThat(refusal(canary))
                    .isInstanceOf(StoreUnsuitableException.class)
                    .hasMessageContaining("Grant the Redis user '+info'");
            Wait.until("a refusal", () -> canaryNodes.trouble().orElse("").contains("+info"));
            assertThatThrownBy(() -> canaryNodes.await(Long.MIN_VALUE, Duration.ZERO))
                    .isInstanceOf(NodeIdUnavailableException.class)
                    .hasStackTraceContaining("Grant the Redis user '+info'");
        }

        drawAll(right, 10_000);
        assertThat(doubts()).containsAllEntriesOf(before);
        Wait.until("the node id to be held", () -> holds(rightNodes));
        assertThat(granted.overlaps()).isEmpty();
    }
}
