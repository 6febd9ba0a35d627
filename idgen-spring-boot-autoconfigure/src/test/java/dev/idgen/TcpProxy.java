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

/**
 * A port in front of a local server's, that passes on what both sides say unless told otherwise. While the server is not there,
 * connections are ended as soon as they are made. Thread-safe.
 */
public final class TcpProxy implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int NOWHERE = 0;

    private final ServerSocket listening;
    private volatile int serverPort;
    private final Supplier<? extends Connection> connections;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    /** What becomes of what one connection carries. Each direction has a thread of its own. */
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
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** Ends all connections; those made from now on lead to another server. */
    public void leadTo(int otherPort) {
        serverPort = otherPort;
        cut();
    }

    /** Leaves all connections as they are; those made from now on lead to another server. */
    public void leadNextTo(int otherPort) {
        serverPort = otherPort;
    }

    /** Ends all connections, also those made from now on. */
    public void refuse() {
        leadTo(NOWHERE);
    }

    /** Ends all connections. */
    public void cut() {
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
            // closed
        }
    }

    private void connect(Socket client) {
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
            close(client); // the server is not there
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
