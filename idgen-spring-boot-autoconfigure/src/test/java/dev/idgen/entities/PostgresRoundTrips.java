package dev.idgen.entities;

import dev.idgen.TcpProxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts how often a client of PostgreSQL waits for the server: each time it ends a group of messages, by Sync or by a simple query, it
 * reads until the server is ready again. Each connection has one of its own; without TLS. For one thread.
 *
 * @see <a href="https://www.postgresql.org/docs/current/protocol-flow.html">PostgreSQL: Message Flow</a>
 */
final class PostgresRoundTrips implements TcpProxy.Connection {

    private static final int LENGTH_BYTES = 4;

    /** Of what a client may ask before it starts the session: whether it can be encrypted. */
    private static final int LENGTH_OF_ENCRYPTION_REQUEST = 8;

    private final AtomicInteger trips;
    private boolean started;
    private char type;
    private int header;
    private int length;
    private int left;

    PostgresRoundTrips(AtomicInteger trips) {
        this.trips = trips;
    }

    @Override
    public boolean passRequest(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            read(bytes[i]);
        }
        return true;
    }

    /** A message is a type, except until the session has started, then its length without the type, then its content. */
    private void read(byte next) {
        if (left > 0) {
            left--;
        } else if (header == 0 && started) {
            type = (char) next;
            header = 1;
            length = 0;
        } else {
            header = Math.max(header, 1) + 1;
            length = (length << Byte.SIZE) | Byte.toUnsignedInt(next);
            if (header > LENGTH_BYTES) {
                end();
            }
        }
    }

    private void end() {
        if (started && (type == 'S' || type == 'Q')) {
            trips.incrementAndGet();
        }
        started |= length > LENGTH_OF_ENCRYPTION_REQUEST;
        left = length - LENGTH_BYTES;
        header = 0;
        length = 0;
    }

    @Override
    public boolean passAnswer(byte[] bytes, int count) {
        return true;
    }
}
