package dev.idgen.internal.store.jdbc;

class MariadbLeaseStoreIntegrationTests extends JdbcLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
