package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.localredis.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import redis.clients.jedis.Jedis;

/**
 * What earlier versions stored is read, and what this one stores is what they read. The texts here are those of stored format 3, and of
 * format 2 for counters: a change of any of them needs what docs/versioning.md says.
 */
class StoredFormatIntegrationTests {

    private static final String TERMS = "{idgen:3:default}";
    private static final String BUCKET = "{idgen:3:default:7}";
    private static final String NODES = "{idgen:3:default:nodes:10:%d}";
    private static final String COUNTER = "{idgen:2:default:counter:rows}:value";
    private static final String RUN = "5f3c0bd1ae9c8d6f7e1b2a4c3d5e6f708192a3b4";

    private static final String TERMS_OF_DEFAULTS = "layout=8/18 lease-ttl=10000 scramble=deeaf81c061c zone=Z";
    private static final String LEASE = "run=" + RUN + " epoch=0 quarter=2 position=2048 entered=1790000000000"
            + " last=1790000005000 ttl=20000 ends=0,0,1790000015000,0";
    private static final String POOL = "made=186jcqndg6732 run=" + RUN + " epoch=0 doubted=0 end=0 holder= ttl=20000";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @BeforeEach
    void empty() {
        redis.ask(Jedis::flushAll);
    }

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class))
                .withPropertyValues(TypicalProperties.patient("order", "rows"))
                .withPropertyValues(
                        "spring.data.redis.port=" + redis.port(),
                        "idgen.string.zone=UTC",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.rows.type=counter");
    }

    private static Map<String, String> hash(String key) {
        return redis.ask(jedis -> jedis.hgetAll(key));
    }

    private static long next(ApplicationContext context, String generator) {
        return context.getBean(generator, LongIdGenerator.class).nextLong();
    }

    @Test
    void valuesHaveTheFieldsOfTheFormat() {
        redis.ask(jedis -> jedis.set(COUNTER, "41"));
        application().run(context -> {
            context.getBean(IdService.class).nextId("ORDR");
            next(context, "order");
            assertThat(next(context, "rows")).isEqualTo(42);
            assertThat(hash(TERMS)).containsOnlyKeys("terms").containsEntry("terms", TERMS_OF_DEFAULTS);
            assertThat(hash(BUCKET))
                    .containsOnlyKeys("lease")
                    .allSatisfy((name, value) -> assertThat(value)
                            .matches("run=[0-9a-f]{40} epoch=\\d+ quarter=[0-3] position=\\d+ entered=\\d+"
                                    + " last=\\d+ ttl=10000 ends=\\d+,\\d+,\\d+,\\d+"));
            for (int group = 0; group < 8; group++) {
                String key = NODES.formatted(group);
                assertThat(hash(key))
                        .containsKey("pool")
                        .allSatisfy(
                                (name, value) -> assertThat(value)
                                        .matches(
                                                "(made=\\S+ )?run=[0-9a-f]{40} epoch=\\d+ doubted=\\d+ end=\\d+ holder=\\S* ttl=15000"));
            }
            assertThat(redis.<String>ask(jedis -> jedis.get(COUNTER))).isEqualTo("42");
        });
    }

    @Test
    void valuesOfAnotherTtlAreRefused() {
        for (String[] value : new String[][] {
            {TERMS, "terms", TERMS_OF_DEFAULTS.replace("10000", "20000")},
            {BUCKET, "lease", LEASE},
        }) {
            empty();
            redis.ask(jedis -> jedis.hset(value[0], value[1], value[2]));
            application()
                    .run(context -> assertThat(context)
                            .getFailure()
                            .isInstanceOf(NamespaceDisagreementException.class)
                            .hasMessageContaining("lease-ttl")
                            .hasMessageContaining("20000"));
        }
        empty();
        for (int group = 0; group < 8; group++) {
            String key = NODES.formatted(group);
            redis.ask(jedis -> jedis.hset(key, "pool", POOL));
        }
        application()
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("idgen.node.lease-ttl"));
    }
}
