package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A real database whose clock and run a test decides, so that it need not wait. */
final class SeenServer {

    private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());
    private final AtomicReference<String> run = new AtomicReference<>("run0");

    JdbcDatabase open(DataSource pool, String... tables) {
        JdbcDatabase database = new JdbcDatabase(
                pool,
                JdbcDatabase.Creation.ALWAYS,
                TimeSource.system(),
                server -> new DatabaseServer(run.get(), clock.get()));
        database.run((jdbc, dialect) -> true).toCompletableFuture().join();
        for (String table : tables) {
            new JdbcTemplate(pool).update("DELETE FROM " + table);
        }
        return database;
    }

    long clock() {
        return clock.get();
    }

    void advance(Duration duration) {
        clock.addAndGet(duration.toMillis());
    }

    void setRun(String value) {
        run.set(value);
    }
}
