package dev.idgen.internal.store.jdbc;

class H2CounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
