package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterUnavailableException.Reason;
import org.springframework.transaction.annotation.Isolation;

class MysqlTransactionalCounterIntegrationTests extends TransactionalCounterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }

    @Override
    Reason outcomeAfterAnothersCommit(Isolation isolation) {
        return null;
    }
}
