package dev.idgen.internal.store.jdbc;

class PostgresqlLeaseStoreIntegrationTests extends JdbcLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}
