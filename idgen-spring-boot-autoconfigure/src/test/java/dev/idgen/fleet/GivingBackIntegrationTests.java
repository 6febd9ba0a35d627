package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.autoconfigure.TypicalProperties;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisSentinels;
import dev.idgen.localredis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import redis.clients.jedis.Jedis;

/**
 * An application that ends gives back what it holds, and issues ids until then, though Spring stops its connections
 * first.
 */
@Tag(Fleet.TAG)
class GivingBackIntegrationTests {

    private static final String NAMESPACE = "leaving";

    /** Draws ids when it is destroyed, more of them than are at hand. */
    private record LastUser(IdService strings, IdGenerators generators, List<Object> drawn) implements DisposableBean {

        @Override
        public void destroy() {
            drawn.addAll(strings.nextIds("", 5000));
            drawn.add(generators.getLong("order").nextLong());
            drawn.add(generators.getLong("invoice").nextLong());
        }
    }

    private record Diary(List<Object> drawn) {}

    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        LastUser lastUser(IdService strings, IdGenerators generators, Diary diary) {
            return new LastUser(strings, generators, diary.drawn());
        }
    }

    private static void runOnce(String client, String... servers) {
        List<Object> drawn = new ArrayList<>();
        TypicalApplication.onRedis(servers)
                .withUserConfiguration(Users.class)
                .withBean(Diary.class, () -> new Diary(drawn))
                .withPropertyValues(TypicalProperties.patient("order", "invoice", "ticket"))
                .withPropertyValues(
                        "spring.data.redis.client-type=" + client,
                        "idgen.namespace=" + NAMESPACE,
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.ticket.type=segment",
                        "spring.data.redis.connect-timeout=30s",
                        "idgen.generators.ticket.segment.give-back=true")
                .run(context -> assertThat(context.getBean(IdGenerators.class)
                                .getLong("ticket")
                                .nextLong())
                        .isEqualTo(1));
        assertThat(drawn).hasSize(5002).doesNotHaveDuplicates();
    }

    /** The values of node ids, and the value of the counter with the segments, as far as they are there. */
    private static Set<String> left(List<RedisServer> masters) {
        Set<String> left = new TreeSet<>();
        for (RedisServer master : masters) {
            for (String key : master.ask(jedis -> jedis.keys("{idgen:?:" + NAMESPACE + ":*"))) {
                if (key.contains(":nodes:")) {
                    master.ask(jedis -> jedis.hgetAll(key)).forEach((name, value) -> left.add(name + ": " + value));
                } else if (key.endsWith(":ticket}:last")) {
                    left.add("ticket=" + master.ask(jedis -> jedis.get(key)));
                }
            }
        }
        return left;
    }

    private static void assertGivesBack(Supplier<List<RedisServer>> masters, String... servers) {
        for (String client : List.of("lettuce", "jedis")) {
            masters.get().forEach(master -> master.ask(Jedis::flushAll));
            runOnce(client, servers);
            assertThat(left(masters.get()))
                    .as(client)
                    .contains("ticket=1")
                    .anyMatch(field -> field.matches("\\d+: end=\\d+ holder="))
                    .noneMatch(field -> field.matches(".* holder=\\S.*"));
        }
    }

    @Test
    void applicationOnASingleServerGivesBack() {
        try (RedisServer redis = RedisServer.running()) {
            assertGivesBack(() -> List.of(redis), "spring.data.redis.port=" + redis.port());
        }
    }

    @Test
    void applicationOnSentinelsGivesBack() {
        try (RedisSentinels group = RedisSentinels.start()) {
            assertGivesBack(
                    () -> List.of(group.master()),
                    "spring.data.redis.sentinel.master=" + RedisSentinels.MASTER,
                    "spring.data.redis.sentinel.nodes=" + String.join(",", group.addresses()));
        }
    }

    @Test
    void applicationOnAClusterGivesBack() {
        try (RedisCluster cluster = RedisCluster.start(3, List.of())) {
            assertGivesBack(
                    cluster::masters, "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()));
        }
    }
}
