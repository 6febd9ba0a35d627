package dev.idgen.localredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A server on a free port of the loopback interface. Tests can stop or kill it, and restart it on the same port, with
 * the data from its files or without. It ends when it is closed, or when the JVM ends in any way. By default, it keeps
 * its data only in memory. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {

    public static final String HOST = "127.0.0.1";

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long START_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long MOST_SECONDS_TO_END = 60;
    private static final int ANSWER_TIMEOUT_MILLIS = 30_000;

    private static final String CONFIGURATION = "redis.conf";
    private static final String LOG = "redis.log";
    private static final List<String> DATA = List.of("dump.rdb", "appendonly.aof", "appendonlydir");

    private static final Pattern CALLS = Pattern.compile("cmdstat_([\\w|-]+):calls=(\\d+)");

    private final RedisProgram program;
    private final int port;
    private final Path folder;
    private final boolean sentinel;
    private volatile @Nullable Process process;
    private volatile boolean paused;

    private RedisServer(RedisProgram program, boolean sentinel, List<String> settings) {
        this.program = program;
        this.sentinel = sentinel;
        this.port = settings.contains("cluster-enabled yes") ? Ports.freeWithBus() : Ports.free();
        try {
            this.folder = Files.createTempDirectory(Watchdog.ofThisJvm().folder(), port + "-");
            List<String> lines = new ArrayList<>(List.of("port " + port, "bind " + HOST, "dir " + folder));
            if (!sentinel) {
                lines.add("save \"\"");
            }
            lines.addAll(settings);
            Files.write(folder.resolve(CONFIGURATION), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts an empty server.
     *
     * @param settings further lines of its configuration file
     * @throws IllegalStateException if it does not start, with what it said
     */
    public static RedisServer running(String... settings) {
        return started(new RedisServer(RedisProgram.ofThisJvm(), false, List.of(settings)));
    }

    /** Starts an empty server by another program than the others. */
    public static RedisServer running(Path program) {
        return started(new RedisServer(new RedisProgram(program), false, List.of()));
    }

    /** Starts an empty replica of another server. */
    public static RedisServer replicaOf(RedisServer master, String... settings) {
        return running(Stream.concat(Stream.of("replicaof " + HOST + " " + master.port()), Stream.of(settings))
                .toArray(String[]::new));
    }

    /** Starts a sentinel. */
    public static RedisServer sentinel(String... settings) {
        return started(new RedisServer(RedisProgram.ofThisJvm(), true, List.of(settings)));
    }

    /** Creates an empty server; {@link #start()} starts it. */
    public static RedisServer stopped(String... settings) {
        return new RedisServer(RedisProgram.ofThisJvm(), false, List.of(settings));
    }

    private static RedisServer started(RedisServer server) {
        try {
            server.start();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    public String address() {
        return HOST + ":" + port;
    }

    /** The present or latest process. */
    private Process process() {
        Process latest = process;
        if (latest == null) {
            throw new IllegalStateException("the server on port " + port + " was not started");
        }
        return latest;
    }

    /** The id of the present or latest process. */
    public long pid() {
        return process().pid();
    }

    public boolean isAlive() {
        Process latest = process;
        return latest != null && latest.isAlive();
    }

    /** Whether the server is neither dead nor paused. */
    public boolean isAwake() {
        return isAlive() && !paused;
    }

    /**
     * Starts the server, unless it runs, with what its files have, and returns when it answers.
     *
     * @throws IllegalStateException if it does not start, with what it said
     */
    public synchronized void start() {
        if (isAlive()) {
            return;
        }
        List<String> command = new ArrayList<>(
                List.of(program.path().toString(), folder.resolve(CONFIGURATION).toString()));
        if (sentinel) {
            command.add("--sentinel");
        } else if (!program.ownVersion().startsWith("Redis 6.")) {
            command.addAll(List.of("--enable-debug-command", "local")); // lets tests change a server's run
        }
        try {
            Process starting = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.to(folder.resolve(LOG).toFile()))
                    .start();
            process = starting;
            paused = false;
            Watchdog.ofThisJvm().watch(starting);
            awaitAnswer(starting);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer(Process starting) throws IOException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!answers()) {
            if (!starting.isAlive() || deadline - System.nanoTime() < 0) {
                starting.destroyForcibly();
                throw new IllegalStateException("the server on port " + port + " does not start. It said: "
                        + Files.readString(folder.resolve(LOG)));
            }
            LockSupport.parkNanos(START_POLL_NANOS);
        }
    }

    private boolean answers() {
        try {
            return "PONG".equals(ask(Jedis::ping));
        } catch (JedisDataException e) {
            return !String.valueOf(e.getMessage()).startsWith("LOADING");
        } catch (JedisException e) {
            return false;
        }
    }

    /** Starts the server without data, unless it runs. */
    public synchronized void startEmpty() {
        if (!isAlive()) {
            DATA.forEach(name -> Watchdog.delete(folder.resolve(name)));
            start();
        }
    }

    /** Kills the process, if it runs, and returns when it is gone. The process writes nothing before it dies. */
    public synchronized void kill() {
        end(Process::destroyForcibly);
    }

    /** Shuts the server down, if it runs, and returns when it has ended. */
    public synchronized void stop() {
        end(running -> {
            running.destroy();
            return running;
        });
    }

    private void end(Function<Process, Process> how) {
        Process running = process;
        if (running == null) {
            return;
        }
        try {
            if (!how.apply(running).waitFor(MOST_SECONDS_TO_END, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server on port " + port + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Watchdog.ofThisJvm().watch(running);
    }

    /** Freezes the process, as if its machine hangs. */
    public void pause() {
        Signal.send("STOP", pid());
        paused = true;
    }

    /** Resumes a paused process. */
    public void resume() {
        Signal.send("CONT", pid());
        paused = false;
    }

    /** Makes the server write all its data to a file. */
    public void save() {
        ask(Jedis::save);
    }

    /** Asks the server a question over a new connection. */
    public <T> T ask(Function<? super Jedis, ? extends T> question) {
        try (Jedis jedis = new Jedis(HOST, port, ANSWER_TIMEOUT_MILLIS)) {
            return question.apply(jedis);
        }
    }

    /** A section of the server's {@code INFO}. */
    public String info(String section) {
        return ask(jedis -> jedis.info(section));
    }

    /** Whether this is a replica that has its master's data and receives all changes. */
    public boolean isInSync() {
        return info("replication").contains("master_link_status:up");
    }

    /** The number of script calls since the server started. */
    public long scriptCalls() {
        return calls(command -> command.startsWith("eval"));
    }

    /** The number of calls of some commands since the server started, including calls by scripts. */
    public long calls(Predicate<String> commands) {
        return CALLS.matcher(info("commandstats"))
                .results()
                .filter(match -> commands.test(match.group(1)))
                .mapToLong(match -> Long.parseLong(match.group(2)))
                .sum();
    }

    /** Kills the server and deletes its files. */
    @Override
    public void close() {
        kill();
        Watchdog.delete(folder);
    }
}
