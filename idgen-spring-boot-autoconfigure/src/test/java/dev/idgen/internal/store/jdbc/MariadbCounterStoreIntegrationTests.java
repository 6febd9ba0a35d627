package dev.idgen.internal.store.jdbc;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** On the server that {@code idgen.test.mariadb.url}, {@code .user} and {@code .password} name. */
@EnabledIfSystemProperty(named = "idgen.test.mariadb.url", matches = "jdbc:mariadb:.*")
class MariadbCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    Database database() {
        return Database.given("mariadb", "sslMode=disable");
    }

    @Override
    String schema() {
        return "dev/idgen/jdbc/schema-mariadb.sql";
    }
}
