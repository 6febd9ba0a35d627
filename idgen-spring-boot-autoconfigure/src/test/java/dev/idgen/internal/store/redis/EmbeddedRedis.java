package dev.idgen.internal.store.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import redis.embedded.RedisServer;
import redis.embedded.core.RedisServerBuilder;

/**
 * A Redis server on a free port that can be stopped and started again on the same port. Without settings that say
 * otherwise it forgets its data then.
 *
 * <p>Registered as a static extension it runs from before the first test of the class to after the last; made with {@link
 * #stopped} it waits to be started:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EmbeddedRedis redis = EmbeddedRedis.running();
 * }</pre>
 */
public final class EmbeddedRedis implements BeforeAllCallback, AfterAllCallback, AutoCloseable {

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 32_000;

    private static final long MOST_NANOS_TO_DIE = TimeUnit.SECONDS.toNanos(10);
    private static final long DEATH_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int port = freePort();
    private final boolean startWithTests;
    private final String[] settings;
    private @Nullable RedisServer server;

    private EmbeddedRedis(boolean startWithTests, String... settings) {
        this.startWithTests = startWithTests;
        this.settings = settings;
    }

    /**
     * A server for the time the tests of a class run.
     *
     * @param settings further lines of its configuration file
     */
    public static EmbeddedRedis running(String... settings) {
        return new EmbeddedRedis(true, settings);
    }

    /**
     * A server that {@link #start} starts.
     *
     * @param settings further lines of its configuration file
     */
    public static EmbeddedRedis stopped(String... settings) {
        return new EmbeddedRedis(false, settings);
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** The server as a property for Spring Boot. */
    public String url() {
        return "spring.data.redis.url=redis://" + host() + ":" + port;
    }

    public synchronized boolean isRunning() {
        return server != null;
    }

    /** Starts the server, or starts it again, and returns when it accepts connections. */
    public synchronized void start() {
        if (server != null) {
            throw new IllegalStateException("Redis on port " + port + " runs already");
        }
        try {
            RedisServerBuilder builder = RedisServer.newRedisServer()
                    .bind(host())
                    .port(port)
                    .onShutdownForceStop(true)
                    .setting("save \"\"");
            for (String setting : settings) {
                builder.setting(setting);
            }
            RedisServer starting = builder.build();
            starting.start();
            server = starting;
        } catch (IOException e) {
            throw new UncheckedIOException("Redis does not start on port " + port, e);
        }
    }

    /** Kills the server, if it runs, and returns when the process is gone. */
    public synchronized void kill() {
        RedisServer running = server;
        if (running == null) {
            return;
        }
        server = null;
        try {
            running.stop(); // does not wait for the end of what it kills
            awaitRefusedConnection();
        } catch (IOException e) {
            throw new UncheckedIOException("Redis on port " + port + " does not stop", e);
        }
    }

    private void awaitRefusedConnection() throws IOException {
        long deadline = System.nanoTime() + MOST_NANOS_TO_DIE;
        while (System.nanoTime() - deadline < 0) {
            try {
                new Socket(host(), port).close();
            } catch (ConnectException e) {
                return;
            } catch (SocketException e) {
                // reset while dying
            }
            LockSupport.parkNanos(DEATH_POLL_NANOS);
        }
        throw new SocketException("still accepts connections");
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (startWithTests) {
            start();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        kill();
    }

    @Override
    public void close() {
        kill();
    }

    /**
     * A port below those that systems give to outgoing connections: a client that keeps trying to reach a killed server
     * could otherwise be given the server's port.
     */
    public static int freePort() {
        for (; ; ) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // taken: try another
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
