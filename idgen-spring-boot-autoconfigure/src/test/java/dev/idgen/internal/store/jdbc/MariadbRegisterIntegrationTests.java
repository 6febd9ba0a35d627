package dev.idgen.internal.store.jdbc;

class MariadbRegisterIntegrationTests extends JdbcRegisterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }
}
