package dev.idgen.internal.store.jdbc;

class PostgresqlNodeLeaseStoreIntegrationTests extends JdbcNodeLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}
