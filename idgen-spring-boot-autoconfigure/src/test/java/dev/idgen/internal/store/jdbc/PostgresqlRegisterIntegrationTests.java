package dev.idgen.internal.store.jdbc;

class PostgresqlRegisterIntegrationTests extends JdbcRegisterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }
}
