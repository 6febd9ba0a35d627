package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.time.TimeSource;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Makes a transaction again that the database has rolled back in favour of others. Thread-safe. */
final class Attempts {

    private static final int MOST = 8;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final TimeSource time;

    Attempts(TimeSource time) {
        this.time = time;
    }

    /** What an attempt does; attempts count from 1. */
    interface Transaction<T> {
        T make(int attempt) throws Exception;
    }

    <T> T make(Transaction<T> transaction) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction.make(attempt);
            } catch (SQLException e) {
                if (attempt == MOST || !SqlState.isWorthAnotherAttempt(e)) {
                    throw e;
                }
            }
            // Those that met once would meet again if all waited as long.
            time.pause(ThreadLocalRandom.current().nextLong(attempt * PAUSE_NANOS));
        }
    }
}
