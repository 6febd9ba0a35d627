package dev.idgen.internal.store.jdbc;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** On the server that {@code idgen.test.mysql.url}, {@code .user} and {@code .password} name, by MySQL's own driver. */
@EnabledIfSystemProperty(named = "idgen.test.mysql.url", matches = "jdbc:mysql:.*")
class MysqlCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    @Override
    Database database() {
        return Database.given("mysql", "sslMode=DISABLED&allowPublicKeyRetrieval=true");
    }

    @Override
    String schema() {
        return "dev/idgen/jdbc/schema-mysql.sql";
    }
}
