package dev.idgen.internal.store.jdbc;

class H2RegisterIntegrationTests extends JdbcRegisterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }
}
