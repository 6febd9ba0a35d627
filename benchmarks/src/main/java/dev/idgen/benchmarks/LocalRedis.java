package dev.idgen.benchmarks;

import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis on this machine for a measurement, with connections to it. */
final class LocalRedis implements AutoCloseable {

    private static final Pattern CPU = Pattern.compile("used_cpu_(?:user|sys):([\\d.]+)");

    private final RedisServer server;
    private final LettuceConnectionFactory factory;

    private LocalRedis(RedisServer server) {
        this.server = server;
        factory = new LettuceConnectionFactory(RedisServer.HOST, server.port());
        factory.afterPropertiesSet();
        factory.start();
    }

    /** Starts a server that keeps its data only in memory. */
    static LocalRedis start() {
        return new LocalRedis(RedisServer.running());
    }

    /** Starts a server with an append-only file, so that it keeps its data over a restart. */
    static LocalRedis startAppendOnly() {
        return new LocalRedis(RedisServer.running("appendonly yes"));
    }

    int port() {
        return server.port();
    }

    LettuceConnectionFactory factory() {
        return factory;
    }

    /** Stops the server, and starts it again with its data. */
    void restart(Duration down) throws InterruptedException {
        server.stop();
        Thread.sleep(down.toMillis());
        server.start();
    }

    /** The number of script calls since the server's start. */
    long scripts() {
        return server.scriptCalls();
    }

    /** Seconds of CPU that the server has used since its start. */
    double cpuSeconds() {
        return CPU.matcher(server.info("cpu"))
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .sum();
    }

    @Override
    public void close() {
        factory.destroy();
        server.close();
    }
}
