package dev.idgen.internal.store.jdbc;

class MysqlRegisterIntegrationTests extends JdbcRegisterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
