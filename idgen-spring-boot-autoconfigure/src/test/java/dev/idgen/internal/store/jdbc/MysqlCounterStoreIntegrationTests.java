package dev.idgen.internal.store.jdbc;

class MysqlCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
