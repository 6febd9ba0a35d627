package dev.idgen.jdbc;

import dev.idgen.CounterStore;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.CounterChecks;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.TransactionalStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps counters in the table {@code idgen_counter} of a database, one row each. Thread-safe. */
public final class JdbcCounterStore implements CounterStore, TransactionalStore {

    private final JdbcDatabase database;
    private final String namespace;
    private final RequestKeys requestKeys;

    /**
     * Opens the counters of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @param requestKeyRetention how long transactional counters know a request key
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public JdbcCounterStore(JdbcDatabase database, String namespace, Duration requestKeyRetention) {
        this.database = database;
        this.namespace = AllowedNames.namespace(namespace);
        this.requestKeys = new RequestKeys(database, namespace, requestKeyRetention);
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
        CounterChecks.add(counter, delta, limit);
        if (CounterChecks.exceeds(floor, delta, limit)) {
            return CompletableFuture.failedFuture(CounterChecks.overflow(counter, delta, limit));
        }
        return database.run((jdbc, dialect) -> dialect.add(jdbc, namespace, counter, delta, floor, limit - delta)
                .orElseThrow(() -> CounterChecks.overflow(counter, delta, limit)));
    }

    @Override
    public CompletionStage<Optional<Long>> read(String counter) {
        AllowedNames.counter(counter);
        return database.run((jdbc, dialect) -> Dialect.value(jdbc, namespace, counter));
    }

    @Override
    public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
        CounterChecks.giveBack(counter, expected, value);
        return database.run((jdbc, dialect) -> dialect.giveBack(jdbc, namespace, counter, expected, value));
    }

    @Override
    public KeyedSequences inTransaction(Counting counting) {
        return new TransactionalSequences(database, namespace, requestKeys, counting);
    }
}
