package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterUnavailableException.Reason;
import org.springframework.transaction.annotation.Isolation;

class PostgresqlTransactionalCounterIntegrationTests extends TransactionalCounterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }

    @Override
    Reason outcomeAfterAnothersCommit(Isolation isolation) {
        return isolation == Isolation.READ_COMMITTED ? null : Reason.CONFLICT;
    }
}
