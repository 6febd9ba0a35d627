package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.localredis.RedisServer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import redis.clients.jedis.Jedis;

/**
 * Stored texts are those of format 4, and of format 5 for counters. A change of any of them needs what
 * docs/versioning.md says.
 */
class StoredFormatIntegrationTests {

    private static final String BUCKETS = "{idgen:4:default:%d}";
    private static final String NODES = "{idgen:4:default:nodes:10:%d}";
    private static final String COUNTER = "{idgen:5:default:counter:rows}:last";

    private static final String TERMS = "layout=8/18 lease-ttl=45000 scramble=deeaf81c061c zone=Z";
    private static final String TERMS_OF_NODES = "lease-ttl=45000";
    private static final String DOUBT = " since=\\d+ run=[0-9a-f]{40} epoch=\\d+ doubted=\\d+";
    private static final String BUCKET =
            "slot=\\d+ recovery=\\d+ since=(|[0-9a-f]{40}/\\d+/\\d+) part=[0-3] position=\\d+"
                    + " entered=\\d+,\\d+,\\d+,\\d+ ends=\\d+,\\d+,\\d+,\\d+"
                    + "( (holder|settings|version|held|rate|at)=\\S+){6}";
    private static final String NODE = "end=\\d+ holder=\\S*";

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @BeforeEach
    void empty() {
        redis.ask(Jedis::flushAll);
    }

    private static ApplicationContextRunner application() {
        return TypicalApplication.onRedis(TypicalProperties.patient("order", "rows"))
                .withPropertyValues(
                        "spring.data.redis.port=" + redis.port(),
                        "idgen.string.zone=UTC",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.rows.type=counter");
    }

    /** The values of all groups, which have these terms. */
    private static Map<String, String> values(String key, int groups, String terms) {
        Map<String, String> values = new HashMap<>();
        for (int group = 0; group < groups; group++) {
            String name = key.formatted(group);
            Map<String, String> hash = redis.ask(jedis -> jedis.hgetAll(name));
            assertThat(hash.remove("group")).as(name).matches(terms + DOUBT);
            values.putAll(hash);
        }
        return values;
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
            assertThat(values(BUCKETS, 16, TERMS)).isNotEmpty().allSatisfy((name, value) -> {
                assertThat(Integer.parseInt(name)).isBetween(0, 255);
                assertThat(value).matches(BUCKET);
            });
            assertThat(values(NODES, 8, TERMS_OF_NODES)).isNotEmpty().allSatisfy((name, value) -> {
                assertThat(Integer.parseInt(name)).isBetween(0, 1023);
                assertThat(value).matches(NODE);
            });
            assertThat(redis.<String>ask(jedis -> jedis.get(COUNTER))).isEqualTo("42");
        });
    }
}
