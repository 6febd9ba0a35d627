package dev.idgen.localredis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports below those that systems use for outgoing connections. A client that retries a killed server could
 * otherwise get the server's port.
 */
public final class Ports {

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;

    /** The distance from a cluster node's port to the port on which nodes talk to each other. */
    private static final int BUS_OFFSET = 10_000;

    private Ports() {}

    /** A port on which no process listens now. */
    public static int free() {
        for (; ; ) {
            int port = random(LAST);
            if (isFree(port)) {
                return port;
            }
        }
    }

    static int freeWithBus() {
        for (; ; ) {
            int port = random(LAST - BUS_OFFSET);
            if (isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
    }

    private static int random(int last) {
        return ThreadLocalRandom.current().nextInt(FIRST, last);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
