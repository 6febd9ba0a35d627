package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterUnavailableException.Reason;
import org.springframework.transaction.annotation.Isolation;

class H2TransactionalCounterIntegrationTests extends TransactionalCounterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }

    @Override
    Reason outcomeAfterAnothersCommit(Isolation isolation) {
        return isolation == Isolation.SERIALIZABLE ? Reason.CONFLICT : null;
    }
}
