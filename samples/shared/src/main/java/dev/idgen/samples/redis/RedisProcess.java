package dev.idgen.samples.redis;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Redis server that can be killed, and started again on the same port with what it wrote to its files. Thread-safe.
 */
public final class RedisProcess {

    private static final Logger log = LoggerFactory.getLogger(RedisProcess.class);

    private static final String READY = "Ready to accept connections";
    private static final long MOST_SECONDS_TO_START = 20;
    private static final long MOST_SECONDS_TO_DIE = 10;

    private final int port;
    private final ProcessBuilder command;
    private final Runnable onChange;
    private volatile @Nullable Process process;

    /** @param onChange run when the process has started and when it was killed */
    RedisProcess(File executable, Path home, int port, List<String> settings, Runnable onChange) {
        this.port = port;
        this.onChange = onChange;
        List<String> arguments = new ArrayList<>(List.of(
                executable.getPath(), "--bind", RedisServers.HOST, "--port", Integer.toString(port), "--save", ""));
        arguments.addAll(settings);
        this.command = new ProcessBuilder(arguments).directory(home.toFile()).redirectErrorStream(true);
    }

    public int port() {
        return port;
    }

    public boolean isAlive() {
        return pid().findAny().isPresent();
    }

    /** The id of the process, if it runs. */
    Stream<Long> pid() {
        Process running = process;
        return running != null && running.isAlive() ? Stream.of(running.pid()) : Stream.empty();
    }

    /**
     * Starts the server, unless it runs, and returns when it accepts connections.
     *
     * @throws IOException if it does not start, with what it said
     */
    public synchronized void start() throws IOException {
        if (isAlive()) {
            return;
        }
        Process starting = command.start();
        process = starting;
        onChange.run();
        CompletableFuture<Void> ready = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(starting, ready), "redis-" + port);
        reader.setDaemon(true);
        reader.start();
        try {
            ready.get(MOST_SECONDS_TO_START, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            kill();
            throw new IOException(e);
        } catch (TimeoutException e) {
            kill();
            throw new IOException("it is not ready after " + MOST_SECONDS_TO_START + " s", e);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Reads all that the server says, which it would otherwise wait with at some point. */
    private static void read(Process process, CompletableFuture<Void> ready) {
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.debug("{}", line);
                if (line.contains(READY)) {
                    ready.complete(null);
                } else if (!ready.isDone()) {
                    said.append(line).append('\n');
                }
            }
            ready.completeExceptionally(new IOException("it ended, having said: " + said));
        } catch (IOException e) {
            ready.completeExceptionally(e); // which is how some systems tell that the process was killed
        }
    }

    /** Kills the server, which writes nothing before it dies, and returns when it is gone. */
    public synchronized void kill() {
        Process running = process;
        if (running == null) {
            return;
        }
        running.destroyForcibly();
        try {
            if (!running.waitFor(MOST_SECONDS_TO_DIE, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the Redis on port " + port + " survives being killed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        onChange.run();
    }
}
