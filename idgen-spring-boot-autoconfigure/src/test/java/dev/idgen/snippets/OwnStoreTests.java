package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.store.CounterStoreContract;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.CounterChecks;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/** The store that {@code docs/kotlin.md} names keeps the contract of all stores, and counts for a generator. */
class OwnStoreTests extends CounterStoreContract {

    private static final Page page = Page.of("docs/kotlin.md");

    private final DataSource database = database();

    private static DataSource database() {
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000");
        new JdbcTemplate(database)
                .execute(page.mentions("CREATE TABLE counters [^`]+").get(0).replace("150", "250"));
        return database;
    }

    @Override
    protected CounterStore open(String name) {
        return new Checked(name, closing(new OracleCounters(database)));
    }

    @Test
    void snippetCountsForAGenerator() {
        SnippetApplication.inMemory("idgen.generators.ticket: {type: counter, store: oracleCounters}")
                .withBean(DataSource.class, () -> database)
                .withBean("oracleCounters", OracleCounters.class)
                .run(context -> {
                    LongIdGenerator ticket = context.getBean("ticket", LongIdGenerator.class);
                    assertThat(ticket.nextLongs(3)).containsExactly(1, 2, 3);
                    assertThat(new JdbcTemplate(database)
                                    .queryForMap("SELECT name, last_number FROM counters")
                                    .toString())
                            .isEqualTo("{NAME=ticket, LAST_NUMBER=3}");
                });
    }

    /**
     * Adds what stores of idgen's own do besides, and the interface does not ask for: they have namespaces, refuse what
     * idgen never asks, and name the counter. Asks again as idgen does if two instances insert the same counter at
     * once.
     */
    private record Checked(String namespace, CounterStore store) implements CounterStore {

        @Override
        public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
            CounterChecks.add(counter, delta, limit);
            return insisting(() -> store.add(namespace + "/" + counter, delta, floor, limit))
                    .exceptionally(failure -> {
                        throw failure.getCause() instanceof ArithmeticException
                                ? new CompletionException(CounterChecks.overflow(counter, delta, limit))
                                : (CompletionException) failure;
                    });
        }

        @Override
        public CompletionStage<Optional<Long>> read(String counter) {
            AllowedNames.counter(counter);
            return insisting(() -> store.read(namespace + "/" + counter));
        }

        @Override
        public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
            CounterChecks.giveBack(counter, expected, value);
            return insisting(() -> store.giveBack(namespace + "/" + counter, expected, value));
        }

        private static <T> CompletionStage<T> insisting(Supplier<CompletionStage<T>> request) {
            return request.get().exceptionallyCompose(failure -> {
                if (failure.getCause() instanceof DuplicateKeyException) {
                    return insisting(request);
                }
                throw (CompletionException) failure;
            });
        }
    }
}
