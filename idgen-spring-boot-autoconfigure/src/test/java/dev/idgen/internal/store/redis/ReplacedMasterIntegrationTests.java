package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdService;
import dev.idgen.TcpProxy;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.localredis.RedisServer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import redis.clients.jedis.Jedis;

/** A name or an address that leads to another server, while the former master lives on as its replica. */
class ReplacedMasterIntegrationTests {

    private static final long LEASE_MILLIS = 1000;

    @Test
    void connectionToAFormerMasterIsReplacedIfNothingEndsIt() {
        try (RedisServer former = RedisServer.running();
                RedisServer next = RedisServer.replicaOf(former);
                TcpProxy name = new TcpProxy(former.port())) {
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.data.redis.port=" + name.port(),
                            "idgen.sequence.lease-ttl=" + LEASE_MILLIS + "ms",
                            "idgen.sequence.acquire-timeout=10s")
                    .run(context -> {
                        IdService ids = context.getBean(IdService.class);
                        Set<String> issued = new HashSet<>(ids.nextIds("AB", 100));
                        promote(next, former);
                        name.leadNextTo(next.port());

                        Thread.sleep(2 * LEASE_MILLIS); // no number of the former master is left
                        assertThat(issued).doesNotContainAnyElementsOf(ids.nextIds("AB", 100));
                    });
        }
    }

    private static void promote(RedisServer next, RedisServer former) {
        try (Jedis promoted = new Jedis(RedisServer.HOST, next.port());
                Jedis demoted = new Jedis(RedisServer.HOST, former.port())) {
            promoted.replicaofNoOne();
            demoted.replicaof(RedisServer.HOST, next.port());
        }
    }
}
