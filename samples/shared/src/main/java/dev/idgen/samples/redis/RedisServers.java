package dev.idgen.samples.redis;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.util.FileSystemUtils;
import redis.embedded.core.ExecutableProvider;

/**
 * The Redis servers that this application starts for itself, on the loopback interface, with their files in a directory of
 * their own. They end with the application, however it ends: see {@link Watchdog}. Thread-safe.
 */
public final class RedisServers implements AutoCloseable {

    /** Where servers listen. */
    public static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    /** The nodes of a cluster talk to each other this far above their ports. */
    private static final int BUS_OFFSET = 10_000;

    /** So that the bus, too, is below the ports that systems give to outgoing connections. */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 22_000;

    private final Path directory;
    private final File executable;
    private final Watchdog watchdog;
    private final List<RedisProcess> servers = new CopyOnWriteArrayList<>();

    private RedisServers(Path directory, File executable) {
        this.directory = directory;
        this.executable = executable;
        this.watchdog = Watchdog.start(directory);
    }

    /**
     * Makes ready to start servers.
     *
     * @throws IOException if there is no Redis for this system, or no place to put it
     */
    public static RedisServers create() throws IOException {
        Path directory = Files.createTempDirectory("idgen-redis");
        return new RedisServers(
                directory,
                ExecutableProvider.newJarResourceProvider(directory.toFile()).get());
    }

    /**
     * Starts a server on a free port and returns when it accepts connections.
     *
     * @param settings as {@code redis-server} takes them, each name and value an argument of its own
     * @throws IOException if it does not start, with what it said
     */
    public RedisProcess start(String... settings) throws IOException {
        int port = freePort();
        Path home = Files.createDirectory(directory.resolve(Integer.toString(port)));
        RedisProcess server = new RedisProcess(executable, home, port, List.of(settings), this::watch);
        servers.add(server);
        server.start();
        return server;
    }

    private void watch() {
        watchdog.watch(servers.stream().flatMap(RedisProcess::pid).toList());
    }

    private static int freePort() throws IOException {
        for (; ; ) {
            int port = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT);
            if (isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    /** Ends all servers and deletes their files. */
    @Override
    public void close() throws IOException {
        servers.forEach(RedisProcess::kill);
        watchdog.close();
        FileSystemUtils.deleteRecursively(directory);
    }
}
