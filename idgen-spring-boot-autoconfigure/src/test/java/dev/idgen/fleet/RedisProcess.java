package dev.idgen.fleet;

import dev.idgen.redis.EmbeddedRedis;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    private static final Duration START_TIMEOUT = Duration.ofSeconds(20);

    private final File executable;
    private final Path directory;
    private final int port;
    private final boolean appendOnly;
    private final String fsync;
    private final Thread killer = new Thread(this::kill);
    private volatile Process process;

    private RedisProcess(File executable, Path directory, int port, boolean appendOnly, String fsync) {
        this.executable = executable;
        this.directory = directory;
        this.port = port;
        this.appendOnly = appendOnly;
        this.fsync = fsync;
        this.process = launch();
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /** Starts an empty server that writes its data to a directory when told to {@link #save}. */
    static RedisProcess start(Path directory) {
        return start(directory, false, "everysec");
    }

    /** Starts an empty server that writes all it does to an append-only file. */
    static RedisProcess startAppendOnly(Path directory) {
        return start(directory, true, "everysec");
    }

    /** Starts an empty server that writes all it does to an append-only file before it answers. */
    static RedisProcess startDurable(Path directory) {
        return start(directory, true, "always");
    }

    private static RedisProcess start(Path directory, boolean appendOnly, String fsync) {
        try {
            File executable = ExecutableProvider.newJarResourceProvider(directory.toFile())
                    .get();
            return new RedisProcess(executable, directory, EmbeddedRedis.freePort(), appendOnly, fsync);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
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
    }

    void thaw() {
        signal("CONT");
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
        ProcessBuilder command = new ProcessBuilder(
                executable.getPath(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toString(),
                "--save",
                "",
                "--appendonly",
                appendOnly ? "yes" : "no",
                "--appendfsync",
                fsync);
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
