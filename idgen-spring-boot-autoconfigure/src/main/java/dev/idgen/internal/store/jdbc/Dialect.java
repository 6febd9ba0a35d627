package dev.idgen.internal.store.jdbc;

import java.util.Locale;
import java.util.Objects;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulator;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.TransactionDefinition;

/** The statements on the table by database; each method runs in a transaction. */
enum Dialect {

    /** Adds with one statement. */
    POSTGRESQL("schema-postgresql.sql", Dialect.SECONDS) {
        private static final String ADD = "INSERT INTO idgen_counter AS c (namespace, counter_name, counter_value)"
                + " VALUES (?, ?, ?) ON CONFLICT (namespace, counter_name)"
                + " DO UPDATE SET counter_value = GREATEST(c.counter_value, ?) + ? RETURNING counter_value";

        @Override
        long add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor) {
            return number(jdbc, ADD, namespace, counter, floor + delta, floor, delta);
        }
    },

    /** MySQL and MariaDB. */
    MYSQL("schema-mysql.sql", Dialect.SECONDS),

    /**
     * Any other database, within its own limits: H2, for one, would keep a statement's timeout for the connection's next user.
     */
    STANDARD("schema-h2.sql", TransactionDefinition.TIMEOUT_DEFAULT);

    private static final int SECONDS = 5;
    private static final String ADD = "UPDATE idgen_counter"
            + " SET counter_value = CASE WHEN counter_value < ? THEN ? ELSE counter_value + ? END"
            + " WHERE namespace = ? AND counter_name = ?";
    private static final String INSERT =
            "INSERT INTO idgen_counter (namespace, counter_name, counter_value) VALUES (?, ?, ?)";
    private static final String TAKE_BACK = "UPDATE idgen_counter SET counter_value = ?"
            + " WHERE namespace = ? AND counter_name = ? AND counter_value = ?";
    private static final String VALUE =
            "SELECT COALESCE(MAX(counter_value), 0) FROM idgen_counter WHERE namespace = ? AND counter_name = ?";

    private final String schema;
    private final int timeout;

    Dialect(String schema, int timeout) {
        this.schema = schema;
        this.timeout = timeout;
    }

    /** The dialect of the database that is reached. */
    static Dialect of(JdbcTemplate jdbc) {
        ConnectionCallback<String> name = connection -> connection.getMetaData().getDatabaseProductName();
        String product = Objects.requireNonNull(jdbc.execute(name)).toLowerCase(Locale.ROOT);
        if (product.contains("postgresql")) {
            return POSTGRESQL;
        }
        return product.contains("mysql") || product.contains("mariadb") ? MYSQL : STANDARD;
    }

    /** The script that creates the table. */
    DatabasePopulator schema() {
        return new ResourceDatabasePopulator(new ClassPathResource("/dev/idgen/jdbc/" + schema, Dialect.class));
    }

    /** How many seconds a transaction's statements may take together, or that there is no such limit. */
    int timeout() {
        return timeout;
    }

    /**
     * Adds to a counter.
     *
     * @param floor at most {@code Long.MAX_VALUE - delta}
     * @throws org.springframework.dao.DuplicateKeyException if another inserted the row meanwhile
     * @throws org.springframework.dao.DataIntegrityViolationException if the sum exceeds a {@code long}
     */
    long add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor) {
        if (jdbc.update(ADD, floor, floor + delta, delta, namespace, counter) == 0) {
            jdbc.update(INSERT, namespace, counter, floor + delta);
        }
        return number(jdbc, VALUE, namespace, counter);
    }

    /** Lowers a counter if its value is as expected. */
    boolean takeBack(JdbcTemplate jdbc, String namespace, String counter, long expected, long value) {
        return value == expected
                ? number(jdbc, VALUE, namespace, counter) == expected
                : jdbc.update(TAKE_BACK, value, namespace, counter, expected) == 1;
    }

    private static long number(JdbcTemplate jdbc, String query, Object... parameters) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class, parameters));
    }
}
