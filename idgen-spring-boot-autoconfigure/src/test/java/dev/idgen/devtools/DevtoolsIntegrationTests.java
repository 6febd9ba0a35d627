package dev.idgen.devtools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.Extent;
import dev.idgen.LongTest;
import dev.idgen.localredis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import redis.clients.jedis.Jedis;

/**
 * Spring Boot's devtools restart an application many times a day: what that uses up is bounded. The application is a process of its own, with
 * devtools on its class path, which the other tests do not have.
 */
class DevtoolsIntegrationTests {

    private static final int STARTS = Extent.of(4, 8);

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @TempDir
    private Path directory;

    @Test
    void restartsGiveBackUnusedNumbers() throws Exception {
        assertRestartsGiveBackUnusedNumbers("lettuce");
    }

    @LongTest
    void restartsWithJedisGiveBackUnusedNumbers() throws Exception {
        assertRestartsGiveBackUnusedNumbers("jedis");
    }

    private void assertRestartsGiveBackUnusedNumbers(String client) throws Exception {
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", // it lives for seconds
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + devtools(),
                        RestartedApplication.class.getName(),
                        "--spring.main.web-application-type=none",
                        "--starts=" + STARTS,
                        "--" + "spring.data.redis.port=" + redis.port(),
                        "--spring.data.redis.client-type=" + client,
                        "--idgen.namespace=" + client,
                        "--idgen.generators.order.type=snowflake",
                        "--idgen.generators.order.acquire-timeout=30s",
                        "--idgen.generators.ticket.acquire-timeout=30s",
                        "--idgen.generators.range.acquire-timeout=30s",
                        "--idgen.generators.kept.acquire-timeout=30s",
                        "--idgen.counter.request-timeout=30s",
                        "--idgen.generators.ticket.type=segment",
                        "--idgen.generators.range.type=multi-counter",
                        "--idgen.generators.range.counters=1",
                        "--idgen.generators.kept.type=segment",
                        "--idgen.generators.kept.segment.hand-back=false")
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()))
                .start();
        try {
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(starts(log))
                .as(Files.readString(log))
                .hasSize(STARTS)
                .allMatch(start -> start.contains("loader=RestartClassLoader"));
        try (Jedis jedis = new Jedis(RedisServer.HOST, redis.port())) {
            String counters = "{idgen:2:" + client + ":counter:";
            assertThat(jedis.get(counters + "ticket}:value")).isEqualTo(Integer.toString(STARTS));
            assertThat(jedis.get(counters + "range:0}:value")).isEqualTo(Integer.toString(STARTS + 1));
            assertThat(jedis.get(counters + "kept}:value")).isEqualTo(Integer.toString(100 * STARTS));
            assertThat(jedis.keys("{idgen:3:" + client + ":nodes:10:*"))
                    .flatExtracting(jedis::hvals)
                    .isNotEmpty()
                    .allMatch(value -> value.contains(" holder= "));
        }
    }

    private static List<String> starts(Path log) throws IOException {
        return Files.readAllLines(log).stream()
                .filter(line -> line.startsWith(RestartedApplication.STARTED))
                .toList();
    }

    /** Beside Spring Boot's own jar in the local repository, where the build has put it. */
    private static Path devtools() throws URISyntaxException {
        Path boot = Path.of(SpringApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String version = SpringBootVersion.getVersion();
        return boot.resolve("../../../spring-boot-devtools/" + version + "/spring-boot-devtools-" + version + ".jar")
                .normalize();
    }
}
