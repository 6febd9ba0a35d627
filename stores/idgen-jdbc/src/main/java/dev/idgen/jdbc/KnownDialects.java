package dev.idgen.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Recognizes databases. Stateless. */
final class KnownDialects {

    private static final Dialect POSTGRESQL = new PostgresqlDialect();
    private static final Dialect MYSQL = new MysqlDialect();
    private static final Dialect H2 = new H2Dialect();
    private static final Dialect STANDARD = new StandardDialect();

    private KnownDialects() {}

    /** Returns the dialect of the connection's database. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("postgresql")) {
            return POSTGRESQL;
        }
        if (product.contains("mysql") || product.contains("mariadb")) {
            return MYSQL;
        }
        return product.equals("h2") ? H2 : STANDARD;
    }

    /**
     * The driver's properties that limit connecting to 2 seconds, and each answer to 3, from the login on. Without
     * those that the URL sets, and empty for other drivers.
     */
    static Map<String, String> timeouts(String url) {
        Map<String, String> limits = new HashMap<>();
        if (url.startsWith("jdbc:postgresql:")) {
            limits.putAll(Map.of("connectTimeout", "2", "socketTimeout", "3"));
        } else if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
            limits.putAll(Map.of("connectTimeout", "2000", "socketTimeout", "3000"));
        } else if (url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:")) {
            limits.put("NETWORK_TIMEOUT", "3000");
        }
        limits.keySet().removeIf(url::contains);
        return limits;
    }
}
