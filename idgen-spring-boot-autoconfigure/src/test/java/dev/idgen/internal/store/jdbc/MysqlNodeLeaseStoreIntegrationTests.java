package dev.idgen.internal.store.jdbc;

class MysqlNodeLeaseStoreIntegrationTests extends JdbcNodeLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
