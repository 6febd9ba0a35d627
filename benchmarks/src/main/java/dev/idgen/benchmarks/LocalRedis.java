package dev.idgen.benchmarks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.embedded.RedisServer;

/** A Redis on this machine for the time of a measurement. */
final class LocalRedis implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final Pattern CPU = Pattern.compile("used_cpu_(?:user|sys):([\\d.]+)");
    private static final Pattern CALLS = Pattern.compile("cmdstat_(\\w+):calls=(\\d+)");

    private final Path directory;
    private final RedisServer server;
    private final int port;
    private final LettuceConnectionFactory factory;

    private LocalRedis(Path directory, int port, String appendOnly) throws IOException {
        this.directory = directory;
        this.port = port;
        this.server = RedisServer.newRedisServer()
                .port(port)
                .bind(HOST)
                .setting("save \"\"")
                .setting("appendonly " + appendOnly)
                .setting("dir " + directory)
                .build();
        server.start();
        factory = new LettuceConnectionFactory(HOST, port);
        factory.afterPropertiesSet();
        factory.start();
    }

    /** One that keeps its data in memory only. */
    static LocalRedis start() throws IOException {
        return start("no");
    }

    /** One that writes all it does to a file, so that it has its data when it is started again. */
    static LocalRedis startAppendOnly() throws IOException {
        return start("yes");
    }

    private static LocalRedis start(String appendOnly) throws IOException {
        return new LocalRedis(Files.createTempDirectory("idgen-benchmarks"), freePort(), appendOnly);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    LettuceConnectionFactory factory() {
        return factory;
    }

    /** Stops the server and starts it again on the data it had. */
    void restart(Duration down) throws IOException, InterruptedException {
        server.stop();
        Thread.sleep(down.toMillis());
        server.start();
    }

    /** How many scripts the server was asked to run since its start. */
    long scripts() {
        return calls(command -> command.startsWith("eval"));
    }

    /** How many calls of some commands the server has served since its start, those of scripts included. */
    long calls(Predicate<String> commands) {
        return CALLS.matcher(info("commandstats"))
                .results()
                .filter(match -> commands.test(match.group(1)))
                .mapToLong(match -> Long.parseLong(match.group(2)))
                .sum();
    }

    /** Seconds of CPU that the server has used since its start. */
    double cpuSeconds() {
        double sum = 0;
        Matcher matcher = CPU.matcher(info("cpu"));
        while (matcher.find()) {
            sum += Double.parseDouble(matcher.group(1));
        }
        return sum;
    }

    private String info(String section) {
        RedisClient client = RedisClient.create(RedisURI.create(HOST, port));
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            return connection.sync().info(section);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    @Override
    public void close() throws IOException {
        factory.destroy();
        server.stop();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
