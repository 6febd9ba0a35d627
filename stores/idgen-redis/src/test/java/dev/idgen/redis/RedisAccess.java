package dev.idgen.redis;

import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.TestNeed;
import dev.idgen.localredis.TestSummary;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import redis.clients.jedis.Jedis;

/** A server, and how it is reached: {@link TestNeed} says where the server comes from. It ends with the JVM. */
record RedisAccess(TestNeed server, Driver driver) {

    private static final Pattern VERSION = Pattern.compile("(redis|valkey)_version:(\\S+)");

    private static final Map<TestNeed, Integer> PORTS = new EnumMap<>(TestNeed.class);

    static Stream<RedisAccess> all() {
        return Stream.of(TestNeed.EMBEDDED_REDIS, TestNeed.REDIS, TestNeed.VALKEY)
                .flatMap(server -> Stream.of(Driver.values()).map(driver -> new RedisAccess(server, driver)));
    }

    RedisConnectionFactory connect() {
        return driver.connect(RedisServer.HOST, port());
    }

    /** The port of this machine, or the test is skipped. */
    int port() {
        synchronized (PORTS) {
            return PORTS.computeIfAbsent(server, RedisAccess::givenOrStarted);
        }
    }

    private static int givenOrStarted(TestNeed server) {
        int port = server.address()
                .map(address -> Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)))
                .orElseGet(() -> started(server).port());
        try (Jedis jedis = new Jedis(RedisServer.HOST, port)) {
            // Valkey also says which Redis it is like, and says it first.
            String version = VERSION.matcher(jedis.info("server"))
                    .results()
                    .reduce((first, second) -> second)
                    .map(found -> found.group(1).substring(0, 1).toUpperCase(Locale.ROOT)
                            + found.group(1).substring(1) + " " + found.group(2))
                    .orElseThrow();
            TestSummary.version(server, version);
        }
        return port;
    }

    private static RedisServer started(TestNeed server) {
        if (server == TestNeed.EMBEDDED_REDIS) {
            return RedisServer.running();
        }
        Optional<Path> program = server.program();
        return RedisServer.running(program.orElseThrow(() -> new TestAbortedException(server.missing())));
    }

    /** Asks the server a question over a new connection. */
    <T> T ask(Function<? super Jedis, ? extends T> question) {
        try (Jedis jedis = new Jedis(RedisServer.HOST, port(), 30_000)) {
            return question.apply(jedis);
        }
    }

    /** What appears in the name of each test. */
    @Override
    public String toString() {
        return server + " " + driver;
    }
}
