package dev.idgen.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A port in front of a server's that delays what the server says, cuts connections, and sends what clients said once more.
 * Thread-safe.
 */
final class RoughNetwork implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int QUIET_MILLIS = 300;

    private final ServerSocket listening;
    private final int serverPort;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Queue<ByteArrayOutputStream> said = new ConcurrentLinkedQueue<>();
    private volatile long delayMillis;

    RoughNetwork(int serverPort) {
        this.serverPort = serverPort;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Holds back all that the server says from now on for a time. */
    void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    /** Ends all connections. */
    void cut() {
        for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
            close(socket);
        }
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
                start(() -> say(server, words));
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

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "rough-network");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            for (; ; ) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(server);
                ByteArrayOutputStream words = new ByteArrayOutputStream();
                said.add(words);
                start(() -> pass(client, server, words));
                start(() -> pass(server, client, null));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to, @Nullable ByteArrayOutputStream record) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (record != null) {
                    record.write(buffer, 0, read);
                } else if (delayMillis > 0) {
                    Pause.millis(delayMillis);
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // one side is gone, so the other goes
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is gone
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
