package dev.idgen.internal.store.jdbc;

class MysqlLeaseStoreIntegrationTests extends JdbcLeaseStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }
}
