package dev.idgen.internal.store.jdbc;

class MariadbNodeLeaseStoreIntegrationTests extends JdbcNodeLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
