package dev.idgen.internal.store.jdbc;

class MariadbCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
