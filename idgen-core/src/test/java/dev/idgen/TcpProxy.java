package dev.idgen;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.springframework.util.function.ThrowingSupplier;

/**
 * A port in front of a local server's port. It passes on the bytes of both sides, unless a {@link Connection} decides
 * otherwise. While the server is away, it ends each connection at once. Thread-safe: it connects and cuts under one lock, so
 * that no connection to the former server is left after a cut.
 */
public final class TcpProxy implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int NOWHERE = 0;

    private final ServerSocket listening;
    private int serverPort;
    private final Supplier<? extends Connection> connections;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** Decides what happens to the bytes of one connection. Each direction has its own thread. */
    public interface Connection {

        /** Called before bytes of the client are passed on; false ends the connection instead. */
        default boolean passRequest(byte[] bytes, int length) {
            return true;
        }

        /** Called before bytes of the server are passed on; false ends the connection instead. */
        default boolean passAnswer(byte[] bytes, int length) {
            return true;
        }
    }

    private interface Direction {
        boolean pass(byte[] bytes, int length);
    }

    /** Passes on everything. */
    public TcpProxy(int serverPort) {
        this(serverPort, () -> new Connection() {});
    }

    public TcpProxy(int serverPort, Supplier<? extends Connection> connections) {
        this.serverPort = serverPort;
        this.connections = connections;
        this.listening = ThrowingSupplier.of(() -> new ServerSocket(0, 50, InetAddress.getLoopbackAddress()))
                .get();
        start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Ends all connections; those made from now on lead to another server. */
    public synchronized void leadTo(int otherPort) {
        serverPort = otherPort;
        cut();
    }

    /** Leaves all connections as they are; those made from now on lead to another server. */
    public synchronized void leadNextTo(int otherPort) {
        serverPort = otherPort;
    }

    /** Ends all connections, also those made from now on. */
    public void refuse() {
        leadTo(NOWHERE);
    }

    /** Ends all connections. */
    public synchronized void cut() {
        for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
            close(socket);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            for (; ; ) {
                connect(listening.accept());
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private synchronized void connect(Socket client) {
        try {
            if (serverPort == NOWHERE) {
                throw new ConnectException("refused");
            }
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            sockets.add(client);
            sockets.add(server);
            Connection connection = connections.get();
            start(() -> pass(client, server, connection::passRequest));
            start(() -> pass(server, client, connection::passAnswer));
        } catch (IOException e) {
            close(client); // The server is away.
        }
    }

    private static void pass(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!direction.pass(buffer, read)) {
                    return;
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // One side is gone, so the other is closed too.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone.
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
