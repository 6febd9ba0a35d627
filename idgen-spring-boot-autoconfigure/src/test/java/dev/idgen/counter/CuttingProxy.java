package dev.idgen.counter;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port in front of a server's that can lose an answer: it passes a request that contains a given text, waits until the
 * server answers, and ends the connection instead of passing the answer.
 */
final class CuttingProxy implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final ServerSocket listening;
    private final int serverPort;
    private final String text;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    CuttingProxy(int serverPort, String text) throws IOException {
        this.serverPort = serverPort;
        this.text = text;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Loses the answer to the next request that contains the text. */
    void cutNext() {
        armed.set(true);
    }

    /** How many answers were lost. */
    int cuts() {
        return cuts.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "cutting-proxy");
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
                AtomicBoolean doomed = new AtomicBoolean();
                start(() -> pass(client, server, doomed, true));
                start(() -> pass(server, client, doomed, false));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to, AtomicBoolean doomed, boolean requests) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (requests && contains(buffer, read) && armed.getAndSet(false)) {
                    doomed.set(true);
                }
                if (!requests && doomed.get()) {
                    cuts.incrementAndGet();
                    return;
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // one side is gone, so the other goes
        }
    }

    /** Requests are small: one read brings a whole one. Some protocols write two bytes for each character. */
    private boolean contains(byte[] buffer, int length) {
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1)
                .replace("\0", "")
                .contains(text);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
