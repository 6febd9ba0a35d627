package dev.idgen.benchmarks;

import dev.idgen.localredis.RedisServer;
import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis on this machine for the time of a measurement, and connections to it. */
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

    /** One that keeps its data in memory only. */
    static LocalRedis start() {
        return new LocalRedis(RedisServer.running());
    }

    /** One that writes all it does to a file, so that it has its data when it is started again. */
    static LocalRedis startAppendOnly() {
        return new LocalRedis(RedisServer.running("appendonly yes"));
    }

    int port() {
        return server.port();
    }

    LettuceConnectionFactory factory() {
        return factory;
    }

    /** Stops the server and starts it again on the data it had. */
    void restart(Duration down) throws InterruptedException {
        server.stop();
        Thread.sleep(down.toMillis());
        server.start();
    }

    /** How many scripts the server was asked to run since its start. */
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
