package dev.idgen.fleet;

import dev.idgen.internal.store.redis.EmbeddedRedis;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis server that can be hurt: stopped, killed, and started again on the same port with the data of its latest {@link
 * #save}, or with none. For one thread at a time.
 */
final class RedisProcess implements AutoCloseable {

    /** Makes the server a sentinel, whose configuration file is in its directory. */
    static final String SENTINEL = "--sentinel";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final File executable;
    private final Path directory;
    private final int port;
    private final List<String> settings;
    private final Thread killer = new Thread(this::kill);
    private volatile Process process;
    private boolean frozen;

    private RedisProcess(File executable, Path directory, int port, List<String> settings) {
        this.executable = executable;
        this.directory = directory;
        this.port = port;
        this.settings = settings;
        this.process = launch();
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /** Starts an empty server that writes its data to a directory when told to {@link #save}. */
    static RedisProcess start(Path directory) {
        return start(directory, "--appendonly", "no");
    }

    /** Starts an empty server that writes all it does to an append-only file. */
    static RedisProcess startAppendOnly(Path directory) {
        return start(directory, "--appendonly", "yes", "--appendfsync", "everysec");
    }

    /** Starts an empty server that writes all it does to an append-only file before it answers. */
    static RedisProcess startDurable(Path directory) {
        return start(directory, "--appendonly", "yes", "--appendfsync", "always");
    }

    /** @param settings as {@code redis-server} takes them, each name and value an argument of its own */
    static RedisProcess start(Path directory, String... settings) {
        return start(executable(directory), directory, EmbeddedRedis.freePort(), List.of(settings));
    }

    /** Starts one of several servers that have the executable in common. */
    static RedisProcess start(File executable, Path directory, int port, List<String> settings) {
        return new RedisProcess(executable, directory, port, settings);
    }

    /** Puts the executable into a directory. */
    static File executable(Path directory) {
        try {
            return ExecutableProvider.newJarResourceProvider(directory.toFile()).get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether the server can answer: it is neither dead nor frozen. */
    boolean isAwake() {
        return isAlive() && !frozen;
    }

    /** How many scripts the server was asked to run since it started. */
    long scriptCalls() {
        return ask(jedis -> jedis.info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*[:,]calls=(\\d+).*", "$1")))
                .sum());
    }

    /** Asks the server something over a connection of its own. */
    <T> T ask(Function<? super Jedis, ? extends T> question) {
        try (Jedis jedis = new Jedis("localhost", port)) {
            return question.apply(jedis);
        }
    }

    /** Stops the process without its noticing, as when its machine hangs. */
    void freeze() {
        signal("STOP");
        frozen = true;
    }

    void thaw() {
        signal("CONT");
        frozen = false;
    }

    void save() {
        ask(Jedis::save);
    }

    /** Kills the process, which writes nothing before it dies. */
    void kill() {
        Process running = process;
        running.destroyForcibly();
        try {
            if (!running.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Redis survives being killed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts the killed server with the data of its append-only file, or of the latest {@link #save}. */
    void restart() {
        process = launch();
    }

    /** Starts the killed server with no data. */
    void restartEmpty() {
        try {
            Files.deleteIfExists(directory.resolve("dump.rdb"));
            Files.deleteIfExists(directory.resolve("appendonly.aof"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        restart();
    }

    private Process launch() {
        List<String> arguments = new ArrayList<>();
        arguments.add(executable.getPath());
        if (settings.contains(SENTINEL)) {
            arguments.add(directory.resolve("sentinel.conf").toString());
        } else {
            arguments.addAll(List.of("--save", ""));
        }
        arguments.addAll(
                List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", directory.toString()));
        arguments.addAll(settings);
        ProcessBuilder command = new ProcessBuilder(arguments);
        command.redirectErrorStream(true);
        command.redirectOutput(
                ProcessBuilder.Redirect.appendTo(directory.resolve("redis.log").toFile()));
        try {
            Process started = command.start();
            awaitAnswer(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer(Process started) {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!answers()) {
            if (!started.isAlive() || deadline - System.nanoTime() < 0) {
                started.destroyForcibly();
                throw new IllegalStateException("Redis does not start, see " + directory.resolve("redis.log"));
            }
            Pause.millis(5);
        }
    }

    private boolean answers() {
        try {
            return "PONG".equals(ask(Jedis::ping));
        } catch (JedisException e) {
            return false;
        }
    }

    private void signal(String name) {
        Signal.send(name, process.pid());
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(killer);
    }
}
