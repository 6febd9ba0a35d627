package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.store.redis.ScriptRunner;
import dev.idgen.internal.store.redis.ServingServer;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A runner's count of connections tells of each server that went away, and of nothing else. */
class ConnectionsIntegrationTests {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private enum Driver {
        LETTUCE {
            @Override
            RedisConnectionFactory connect(int port) {
                LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", port);
                factory.afterPropertiesSet();
                factory.start();
                return factory;
            }
        },
        JEDIS {
            @Override
            RedisConnectionFactory connect(int port) {
                JedisConnectionFactory factory =
                        new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
                factory.afterPropertiesSet();
                factory.start();
                return factory;
            }
        };

        abstract RedisConnectionFactory connect(int port);
    }

    @ParameterizedTest
    @EnumSource
    void numberChangesWhenTheServerDies(Driver driver) throws Exception {
        try (RedisServer redis = RedisServer.running()) {
            RedisConnectionFactory factory = driver.connect(redis.port());
            try (ScriptRunner runner = ScriptRunner.create(factory, TIMEOUT, TimeSource.system())) {
                awaitPort(runner, List.of(redis.port()));
                long before = runner.connections();

                redis.kill();
                assertThatThrownBy(() -> port(runner)).isNotNull();
                redis.startEmpty();

                awaitPort(runner, List.of(redis.port()));
                assertThat(runner.connections()).isNotEqualTo(before);
            }
            ((DisposableBean) factory).destroy();
        }
    }

    @ParameterizedTest
    @EnumSource
    void numberStaysWhileTheServerAnswersWhateverItSays(Driver driver) throws Exception {
        try (RedisServer redis = RedisServer.running()) {
            RedisConnectionFactory factory = driver.connect(redis.port());
            try (ScriptRunner runner = ScriptRunner.create(factory, TIMEOUT, TimeSource.system())) {
                awaitPort(runner, List.of(redis.port()));
                long before = runner.connections();

                redis.ask(jedis -> jedis.set(ServingServer.KEY, "no number"));
                assertThatThrownBy(() -> port(runner)).hasStackTraceContaining("not an integer");
                redis.ask(jedis -> jedis.del(ServingServer.KEY));
                redis.ask(jedis -> jedis.configSet("maxmemory", "1"));
                assertThatThrownBy(() -> port(runner)).hasStackTraceContaining("OOM");
                redis.ask(jedis -> jedis.configSet("maxmemory", "0"));

                assertThat(port(runner)).isEqualTo(redis.port());
                assertThat(runner.connections()).isEqualTo(before);
            }
            ((DisposableBean) factory).destroy();
        }
    }

    @Test
    void numberChangesWhenANodeOfAClusterDies() {
        try (RedisCluster cluster = RedisCluster.start(3, List.of())) {
            LettuceConnectionFactory factory =
                    new LettuceConnectionFactory(new RedisClusterConfiguration(cluster.masters().stream()
                            .map(it -> "127.0.0.1:" + it.port())
                            .toList()));
            factory.afterPropertiesSet();
            factory.start();
            try (ScriptRunner runner = ScriptRunner.create(factory, TIMEOUT, TimeSource.system())) {
                List<RedisServer> masters = cluster.masters();
                awaitPort(runner, masters.stream().map(RedisServer::port).toList());
                int serving = port(runner);
                RedisServer victim = masters.stream()
                        .filter(it -> it.port() == serving)
                        .findFirst()
                        .orElseThrow();
                long before = runner.connections();

                victim.kill();

                Wait.until("another node", () -> !List.of(-1, serving).contains(portOrNone(runner)));
                assertThat(runner.connections()).isNotEqualTo(before);
            } finally {
                factory.destroy();
            }
        }
    }

    private static void awaitPort(ScriptRunner runner, List<Integer> ports) {
        Wait.until("scripts on " + ports, () -> ports.contains(portOrNone(runner)));
    }

    private static int port(ScriptRunner runner) {
        return ServingServer.port(runner).toCompletableFuture().join();
    }

    private static int portOrNone(ScriptRunner runner) {
        return ServingServer.port(runner)
                .exceptionally(failure -> -1)
                .toCompletableFuture()
                .join();
    }
}
