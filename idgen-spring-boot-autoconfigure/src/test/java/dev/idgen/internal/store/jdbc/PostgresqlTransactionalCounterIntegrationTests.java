package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.internal.counted.NumberSequence;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.support.TransactionTemplate;

class PostgresqlTransactionalCounterIntegrationTests extends TransactionalCounterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }

    @Override
    Reason outcomeAfterAnothersCommit(Isolation isolation) {
        return isolation == Isolation.READ_COMMITTED ? null : Reason.CONFLICT;
    }

    @Override
    Reason reasonAfterAFailure() {
        return Reason.FAILED;
    }

    /** Forbids: a number that was printed on an invoice, and that a crash of the server takes back. */
    @Test
    void transactionThatTookANumberWaitsForTheDisk() {
        HikariDataSource pool = pool(it -> it.setConnectionInitSql("SET synchronous_commit = off"));
        JdbcTemplate jdbc = new JdbcTemplate(pool);
        NumberSequence counter = counter(pool);
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        assertThat(Objects.requireNonNull(transaction.<String>execute(status -> {
                    counter.next();
                    return commit(jdbc);
                })))
                .isEqualTo("on");
        assertThat(transaction.<String>execute(status -> commit(jdbc)))
                .as("of a transaction without a number")
                .isEqualTo("off");
    }

    private static String commit(JdbcTemplate jdbc) {
        return Objects.requireNonNull(jdbc.queryForObject("SHOW synchronous_commit", String.class));
    }
}
