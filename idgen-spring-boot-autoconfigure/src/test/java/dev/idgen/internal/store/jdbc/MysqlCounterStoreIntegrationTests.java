package dev.idgen.internal.store.jdbc;

class MysqlCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }

    /** It ends a silent connection, but later than this test waits. */
    @Override
    boolean endsIdleTransactions() {
        return false;
    }
}
