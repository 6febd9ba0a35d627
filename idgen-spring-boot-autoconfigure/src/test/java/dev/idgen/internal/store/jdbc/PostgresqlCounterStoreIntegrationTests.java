package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

class PostgresqlCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }

    /** Forbids: numbers that a crash of the server takes back though they were answered. */
    @Test
    void whatIsWrittenWaitsForTheDiskWhateverTheApplicationDoes() {
        assertThat(settings("off", (jdbc, dialect) -> dialect.add(jdbc, namespace(), "orders", 5, 0)))
                .isEqualTo("on 5s");
        assertThat(settings("off", (jdbc, dialect) -> dialect.create(jdbc, namespace(), "invoices")))
                .isEqualTo("on 5s");
        assertThat(settings("off", (jdbc, dialect) -> dialect.takeBack(jdbc, namespace(), "orders", 5, 3)))
                .isEqualTo("on 5s");
        assertThat(settings("remote_write", (jdbc, dialect) -> dialect.add(jdbc, namespace(), "orders", 1, 0)))
                .isEqualTo("remote_write 5s");
    }

    /** What holds until the commit, after some work. */
    private String settings(String commit, BiConsumer<JdbcTemplate, Dialect> work) {
        JdbcDatabase database = database(pool(it -> it.setConnectionInitSql("SET synchronous_commit = " + commit)));
        return database.run((jdbc, dialect) -> {
                    work.accept(jdbc, dialect);
                    return jdbc.queryForObject(
                            "SELECT current_setting('synchronous_commit') || ' '"
                                    + " || current_setting('idle_in_transaction_session_timeout')",
                            String.class);
                })
                .toCompletableFuture()
                .join();
    }
}
