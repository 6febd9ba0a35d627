package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterUnavailableException.Reason;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.annotation.Isolation;

class MariadbTransactionalCounterIntegrationTests extends TransactionalCounterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }

    @Override
    Reason outcomeAfterAnothersCommit(Isolation isolation) {
        return null;
    }

    /** As MariaDB does from 11.6.2 on unless it is told otherwise. */
    @Test
    void transactionThatBeganToReadBeforeIsStoppedBySnapshotIsolation() {
        assertOutcomeAfterAnothersCommit(
                Reason.CONFLICT,
                pool(it -> it.setConnectionInitSql("SET SESSION innodb_snapshot_isolation = ON")),
                Isolation.REPEATABLE_READ);
    }
}
