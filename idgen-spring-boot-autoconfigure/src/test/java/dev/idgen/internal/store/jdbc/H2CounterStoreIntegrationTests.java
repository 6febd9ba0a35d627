package dev.idgen.internal.store.jdbc;

import java.sql.SQLException;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What serves every database that has no statements of its own, too. */
class H2CounterStoreIntegrationTests extends JdbcCounterStoreContract {

    private static Server server;

    @BeforeAll
    static void start() throws SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    @Override
    Database database() {
        String name = "mem:it;DB_CLOSE_DELAY=-1";
        return new Database("jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name, "jdbc:h2:" + name, "sa", "");
    }

    @Override
    String schema() {
        return "dev/idgen/jdbc/schema-h2.sql";
    }
}
