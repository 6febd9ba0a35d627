package dev.idgen.fleet;

import dev.idgen.TcpProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A port in front of a server's that delays what the server says, cuts connections, and sends what clients said once more.
 * Thread-safe.
 */
final class RoughNetwork implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int QUIET_MILLIS = 300;

    private final TcpProxy proxy;
    private final int serverPort;
    private final Queue<ByteArrayOutputStream> said = new ConcurrentLinkedQueue<>();
    private volatile long delayMillis;

    private final class Connection implements TcpProxy.Connection {

        private final ByteArrayOutputStream words = new ByteArrayOutputStream();

        Connection() {
            said.add(words);
        }

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            words.write(bytes, 0, length);
            return true;
        }

        @Override
        public boolean passAnswer(byte[] bytes, int length) {
            if (delayMillis > 0) {
                Pause.millis(delayMillis);
            }
            return true;
        }
    }

    RoughNetwork(int serverPort) {
        this.serverPort = serverPort;
        this.proxy = new TcpProxy(serverPort, Connection::new);
    }

    int port() {
        return proxy.port();
    }

    /** Holds back all that the server says from now on for a time. */
    void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    /** Ends all connections. */
    void cut() {
        proxy.cut();
    }

    /**
     * Sends the server all that clients have said so far, and drops its answers.
     *
     * @return how many bytes were sent
     */
    long replay() {
        long sent = 0;
        for (byte[] words : recorded()) {
            sent += words.length;
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
                server.setSoTimeout(QUIET_MILLIS);
                Thread talking = new Thread(() -> say(server, words), "rough-network");
                talking.setDaemon(true);
                talking.start();
                drain(server.getInputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sent;
    }

    private List<byte[]> recorded() {
        List<byte[]> copies = new ArrayList<>();
        for (ByteArrayOutputStream words : said) {
            copies.add(words.toByteArray());
        }
        return copies;
    }

    private static void say(Socket server, byte[] words) {
        try {
            server.getOutputStream().write(words);
        } catch (IOException e) {
            // the server has ended the connection, as some requests ask it to
        }
    }

    private static void drain(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try {
            while (in.read(buffer) >= 0) {
                // dropped
            }
        } catch (SocketTimeoutException e) {
            // all is answered
        }
    }

    @Override
    public void close() {
        proxy.close();
    }
}
