package dev.idgen.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The ids that requests have, in the table {@code idgen_counter_request}. The caller's transaction reads and writes
 * rows. Statements of idgen's own delete expired ones, a few at a time. Thread-safe.
 */
/*
 * A row carries its own end, by the database's clock. So neither an instance with a shorter retention nor one with a
 * wrong clock deletes what another promised.
 */
final class RequestKeys {

    private static final Logger log = LoggerFactory.getLogger(RequestKeys.class);

    private static final String FIND = "SELECT id_text FROM idgen_counter_request"
            + " WHERE namespace = ? AND counter_name = ? AND request_key = ?";
    private static final String INSERT = "INSERT INTO idgen_counter_request"
            + " (namespace, counter_name, request_key, id_text, expires_at) VALUES (?, ?, ?, ?, ? + %s)";

    /** At most twice as many as are inserted between two deletions, so the table shrinks to what must be kept. */
    private static final String OLD = "SELECT counter_name, request_key FROM idgen_counter_request"
            + " WHERE namespace = ? AND expires_at < ? ORDER BY expires_at";

    private static final String DELETE = "DELETE FROM idgen_counter_request"
            + " WHERE expires_at < ? AND namespace = ? AND counter_name = ? AND request_key = ?";

    /** Inserts of this instance between two deletions. */
    private static final int INSERTS = 100;

    private final JdbcDatabase database;
    private final String namespace;
    private final Duration retention;
    private final AtomicLong inserted = new AtomicLong();

    /** Whether the table is known to exist. */
    private volatile boolean made;

    RequestKeys(JdbcDatabase database, String namespace, Duration retention) {
        this.database = database;
        this.namespace = namespace;
        this.retention = retention;
    }

    /** Completes once the table exists. */
    CompletionStage<?> made() {
        return made ? CompletableFuture.completedFuture(0) : deleteOld().thenAccept(deleted -> made = true);
    }

    /** Has the next caller look for the table. */
    void forgetTable() {
        made = false;
    }

    Optional<String> find(JdbcTemplate caller, String counter, String requestKey) {
        return caller.queryForList(FIND, String.class, namespace, counter, requestKey).stream()
                .findFirst();
    }

    /** @throws org.springframework.dao.DuplicateKeyException if the request has an id that the caller could not see */
    void add(CallersTransaction caller, Dialect dialect, String counter, String requestKey, String id) {
        dialect.limited(
                caller, INSERT.formatted(dialect.clock), namespace, counter, requestKey, id, retention.toMillis());
        if (inserted.incrementAndGet() % INSERTS == 0) {
            deleteOld().whenComplete((deleted, failure) -> {
                if (failure != null) {
                    log.warn("cannot delete old rows of idgen_counter_request", failure);
                }
            });
        }
    }

    private CompletionStage<Integer> deleteOld() {
        return database.runCommitting((jdbc, dialect) -> {
            long now = Objects.requireNonNull(jdbc.queryForObject("SELECT " + dialect.clock, Long.class));
            List<Object[]> old = jdbc.query(
                    OLD + dialect.first(2 * INSERTS),
                    (row, number) -> new Object[] {now, namespace, row.getString(1), row.getString(2)},
                    namespace,
                    now);
            jdbc.batchUpdate(DELETE, old);
            return old.size();
        });
    }
}
