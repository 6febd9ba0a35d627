package dev.idgen.internal.store.jdbc;

class H2CounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }

    @Override
    boolean endsIdleTransactions() {
        return false;
    }
}
