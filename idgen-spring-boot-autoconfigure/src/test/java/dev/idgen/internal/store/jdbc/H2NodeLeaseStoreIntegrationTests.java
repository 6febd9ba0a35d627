package dev.idgen.internal.store.jdbc;

class H2NodeLeaseStoreIntegrationTests extends JdbcNodeLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
