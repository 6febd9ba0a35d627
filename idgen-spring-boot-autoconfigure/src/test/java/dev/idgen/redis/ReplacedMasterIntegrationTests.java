package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idgen.IdService;
import dev.idgen.TcpProxy;
import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A name or an address that leads to another server, while the former master lives on as its replica. */
class ReplacedMasterIntegrationTests {

    private static final Duration LEASE = Duration.ofSeconds(1);

    @Test
    void connectionToAFormerMasterIsReplacedIfNothingEndsIt() {
        try (RedisServer former = RedisServer.running();
                RedisServer next = RedisServer.replicaOf(former);
                TcpProxy name = new TcpProxy(former.port())) {
            RedisApplications.on(former)
                    .withPropertyValues(
                            "spring.data.redis.port=" + name.port(),
                            "idgen.sequence.lease-ttl=" + LEASE.toMillis() + "ms")
                    .run(context -> {
                        IdService ids = context.getBean(IdService.class);
                        Set<String> issued = new HashSet<>(ids.nextIds("AB", 100));
                        promote(next, former);
                        name.leadNextTo(next.port());

                        // Until the next master has written a lease: the former one's numbers have run out by then.
                        await().atMost(Duration.ofSeconds(60))
                                .pollInterval(LEASE)
                                .until(() -> {
                                    List<String> more = ids.nextIds("AB", 100);
                                    assertThat(issued).doesNotContainAnyElementsOf(more);
                                    issued.addAll(more);
                                    return next.info("commandstats").contains("cmdstat_hset:");
                                });
                    });
        }
    }

    private static void promote(RedisServer next, RedisServer former) {
        try (Jedis promoted = new Jedis(RedisServer.HOST, next.port());
                Jedis demoted = new Jedis(RedisServer.HOST, former.port())) {
            promoted.replicaofNoOne();
            promoted.configResetStat(); // writes that it replicated before do not count
            demoted.replicaof(RedisServer.HOST, next.port());
        }
    }
}
