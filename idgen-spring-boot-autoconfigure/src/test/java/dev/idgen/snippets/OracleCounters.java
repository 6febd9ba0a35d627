package dev.idgen.snippets;

import dev.idgen.CounterStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

@Component
class OracleCounters implements CounterStore, AutoCloseable {

    private static final String LOCK = "SELECT last_number FROM counters WHERE name = ? FOR UPDATE";
    private static final String INSERT = "INSERT INTO counters (last_number, name) VALUES (?, ?)";
    private static final String UPDATE = "UPDATE counters SET last_number = ? WHERE name = ?";

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final JdbcClient database;
    private final TransactionTemplate transactions;

    OracleCounters(DataSource dataSource) {
        this.database = JdbcClient.create(dataSource);
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
        return inTransaction(() -> {
            Optional<Long> last = lock(counter);
            long from = Math.max(last.orElse(floor), floor);
            if (from > limit - delta) {
                throw new ArithmeticException("the counter would exceed " + limit);
            }
            return write(last.isPresent() ? UPDATE : INSERT, from + delta, counter);
        });
    }

    @Override
    public CompletionStage<Optional<Long>> read(String counter) {
        return inTransaction(() -> lock(counter));
    }

    @Override
    public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
        return inTransaction(() -> lock(counter)
                .filter(last -> last == expected)
                .map(last -> write(UPDATE, value, counter))
                .isPresent());
    }

    private <T> CompletionStage<T> inTransaction(Supplier<T> step) {
        return CompletableFuture.supplyAsync(() -> transactions.execute(status -> step.get()), threads);
    }

    private Optional<Long> lock(String counter) {
        return database.sql(LOCK).param(counter).query(Long.class).optional();
    }

    private long write(String statement, long value, String counter) {
        database.sql(statement).params(value, counter).update();
        return value;
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
