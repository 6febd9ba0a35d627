package dev.idgen.internal.store;

import dev.idgen.TcpProxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port in front of a server's that can lose an answer: it passes a request that contains a given text, waits until the
 * server answers, and ends the connection instead of passing the answer.
 */
public final class CuttingProxy implements AutoCloseable {

    private final TcpProxy proxy;
    private final String text;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger cuts = new AtomicInteger();

    private final class Connection implements TcpProxy.Connection {

        private final AtomicBoolean doomed = new AtomicBoolean();

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            if (contains(bytes, length) && armed.getAndSet(false)) {
                doomed.set(true);
            }
            return true;
        }

        @Override
        public boolean passAnswer(byte[] bytes, int length) {
            if (doomed.get()) {
                cuts.incrementAndGet();
            }
            return !doomed.get();
        }
    }

    CuttingProxy(int serverPort, String text) {
        this.text = text;
        this.proxy = new TcpProxy(serverPort, Connection::new);
    }

    int port() {
        return proxy.port();
    }

    /** Loses the answer to the next request that contains the text. */
    void cutNext() {
        armed.set(true);
    }

    /** How many answers were lost. */
    int cuts() {
        return cuts.get();
    }

    /** Requests are small: one read brings a whole one. Some protocols write two bytes for each character. */
    private boolean contains(byte[] buffer, int length) {
        return new String(buffer, 0, length, StandardCharsets.ISO_8859_1)
                .replace("\0", "")
                .contains(text);
    }

    @Override
    public void close() {
        proxy.close();
    }
}
