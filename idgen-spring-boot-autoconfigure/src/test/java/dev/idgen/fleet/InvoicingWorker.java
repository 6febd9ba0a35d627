package dev.idgen.fleet;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.DecodedId;
import dev.idgen.KeyedIds;
import dev.idgen.Monotonicity;
import dev.idgen.internal.counter.CounterNumbers;
import dev.idgen.internal.counter.CounterScheme;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.counter.CountingNumbers;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.counter.NumberTemplate;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.jdbc.JdbcCounterStore;
import dev.idgen.jdbc.JdbcDatabase;
import dev.idgen.jdbc.SchemaInitialization;
import dev.idgen.localredis.Wait;
import dev.idgen.store.KeyedSequences;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A process whose threads store invoices, each in a transaction that takes a number, until it is killed. Arguments: URL
 * and user of the database, where numbers come from, threads, percent of the transactions that are rolled back, and
 * tenants, each of which has numbers of its own; 0 if numbers have no keys.
 */
final class InvoicingWorker {

    static final String NAME = "invoice";
    static final String NAMESPACE = "invoices";

    private static final CounterSettings SETTINGS = new CounterSettings(Duration.ofSeconds(10), 0);

    private InvoicingWorker() {}

    public static void main(String[] arguments) {
        int threads = Integer.parseInt(arguments[2]);
        int rollbacks = Integer.parseInt(arguments[3]);
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(arguments[0]);
        pool.setUsername(arguments[1]);
        pool.setMaximumPoolSize(threads);
        int tenants = Integer.parseInt(arguments[4]);
        Function<String, Supplier<Issued>> numbers = numbers(pool);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        for (int i = 0; i < threads; i++) {
            String tenant = tenants == 0 ? "" : "tenant-" + i % tenants;
            Supplier<Issued> own = numbers.apply(tenant);
            new Thread(() -> {
                        while (true) {
                            store(transaction, jdbc, own, rollbacks);
                        }
                    })
                    .start();
        }
    }

    /**
     * A number that was issued.
     *
     * @param counter what follows the generator's name in the counter's name
     */
    private record Issued(String counter, long number) {}

    /** Numbers of a tenant, of documents of this year and the one before; without tenants, of one counter. */
    private static Function<String, Supplier<Issued>> numbers(HikariDataSource pool) {
        JdbcDatabase database = new JdbcDatabase(pool, SchemaInitialization.ALWAYS, TimeSource.system());
        NumberMapping all = new NumberMapping.Linear(CountingNumbers.ALL, Region.ALL);
        NumberTemplate template = new NumberTemplate("{key}-{yyyy}-{000000000}");
        CounterSpec spec = new CounterSpec(
                new CounterScheme(NAME, "counter", Monotonicity.NONE, all, template), SETTINGS, null, true, null, true);
        KeyedSequences counters = new JdbcCounterStore(database, NAMESPACE, Duration.ofDays(7))
                .inTransaction(spec.scheme().counting(SETTINGS));
        @SuppressWarnings("unchecked")
        KeyedIds<String> invoice = (KeyedIds<String>) CounterNumbers.generator(spec, counters, TimeSource.system());
        return tenant -> () -> {
            if (tenant.isEmpty()) {
                return new Issued("", counters.of(NAME, Long.MAX_VALUE).next());
            }
            LocalDate date = LocalDate.of(2025 + ThreadLocalRandom.current().nextInt(2), 12, 31);
            DecodedId issued = invoice.decode(invoice.forKey(tenant).on(date).next());
            return new Issued(tenant + ":" + issued.text("period"), issued.number("number"));
        };
    }

    private static void store(
            TransactionTemplate transaction, JdbcTemplate jdbc, Supplier<Issued> numbers, int rollbacks) {
        try {
            transaction.executeWithoutResult(status -> {
                Issued issued = numbers.get();
                jdbc.update("INSERT INTO invoices (tenant, number) VALUES (?, ?)", issued.counter(), issued.number());
                if (ThreadLocalRandom.current().nextInt(100) < rollbacks) {
                    status.setRollbackOnly();
                }
            });
        } catch (RuntimeException e) {
            System.out.println(e);
            Wait.millis(20); // the server is down, or the transaction gave way
        }
    }
}
