package dev.idgen.internal.store.jdbc;

class H2LeaseStoreIntegrationTests extends JdbcLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
