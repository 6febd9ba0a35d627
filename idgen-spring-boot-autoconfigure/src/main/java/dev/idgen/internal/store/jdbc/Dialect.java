package dev.idgen.internal.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * How a database adds to a row that may not be there: with as few round trips as it allows, and with its row lock held no
 * longer than for one statement where that is possible.
 */
enum Dialect {

    /** One statement. */
    POSTGRESQL("schema-postgresql.sql", false) {
        private static final String ADD = "INSERT INTO idgen_counter AS c (namespace, counter_name, counter_value)"
                + " VALUES (?, ?, ?) ON CONFLICT (namespace, counter_name)"
                + " DO UPDATE SET counter_value = GREATEST(c.counter_value, ?) + ? RETURNING counter_value";

        @Override
        long add(Connection connection, Counter counter, long delta, long floor) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(ADD)) {
                counter.set(statement, 1);
                statement.setLong(3, floor + delta);
                statement.setLong(4, floor);
                statement.setLong(5, delta);
                return onlyNumber(statement);
            }
        }
    },

    /** MySQL and MariaDB: an update that leaves the value in the session, which is then asked for it. */
    MYSQL("schema-mysql.sql", false) {
        private static final String ADD = "UPDATE idgen_counter"
                + " SET counter_value = LAST_INSERT_ID(GREATEST(counter_value, ?) + ?)"
                + " WHERE namespace = ? AND counter_name = ?";

        @Override
        long add(Connection connection, Counter counter, long delta, long floor) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(ADD)) {
                statement.setLong(1, floor);
                statement.setLong(2, delta);
                counter.set(statement, 3);
                if (statement.executeUpdate() == 0) {
                    return insert(connection, counter, floor + delta);
                }
            }
            try (PreparedStatement statement = connection.prepareStatement("SELECT LAST_INSERT_ID()")) {
                return onlyNumber(statement);
            }
        }
    },

    /** Any other database: an update, which locks the row, and a query in the same transaction. */
    STANDARD("schema-h2.sql", true) {
        private static final String ADD = "UPDATE idgen_counter"
                + " SET counter_value = CASE WHEN counter_value < ? THEN ? ELSE counter_value + ? END"
                + " WHERE namespace = ? AND counter_name = ?";

        @Override
        long add(Connection connection, Counter counter, long delta, long floor) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(ADD)) {
                statement.setLong(1, floor);
                statement.setLong(2, floor + delta);
                statement.setLong(3, delta);
                counter.set(statement, 4);
                if (statement.executeUpdate() == 0) {
                    return insert(connection, counter, floor + delta);
                }
            }
            return value(connection, counter);
        }
    };

    private static final String INSERT =
            "INSERT INTO idgen_counter (namespace, counter_name, counter_value) VALUES (?, ?, ?)";
    private static final String TAKE_BACK = "UPDATE idgen_counter SET counter_value = ?"
            + " WHERE namespace = ? AND counter_name = ? AND counter_value = ?";
    private static final String VALUE =
            "SELECT counter_value FROM idgen_counter WHERE namespace = ? AND counter_name = ?";

    private final String schema;
    private final boolean transactional;

    Dialect(String schema, boolean transactional) {
        this.schema = schema;
        this.transactional = transactional;
    }

    /** The dialect of the database that a connection reaches. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("postgresql")) {
            return POSTGRESQL;
        }
        return product.contains("mysql") || product.contains("mariadb") ? MYSQL : STANDARD;
    }

    /** Whether {@link #add} needs a transaction; else each of its statements is one. */
    boolean isTransactional() {
        return transactional;
    }

    /**
     * Adds to a counter.
     *
     * @param floor at most {@code Long.MAX_VALUE - delta}
     * @throws SQLException of the class 22 if the sum exceeds a {@code long}, of the class 23 if another inserted the row
     *     meanwhile
     */
    abstract long add(Connection connection, Counter counter, long delta, long floor) throws SQLException;

    /** Lowers a counter if its value is as expected. */
    final boolean takeBack(Connection connection, Counter counter, long expected, long value) throws SQLException {
        if (value == expected) {
            return value(connection, counter) == expected;
        }
        try (PreparedStatement statement = connection.prepareStatement(TAKE_BACK)) {
            statement.setLong(1, value);
            counter.set(statement, 2);
            statement.setLong(4, expected);
            return statement.executeUpdate() == 1;
        }
    }

    /** Creates the table. */
    final void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(schema());
        }
    }

    private String schema() {
        try (InputStream in = Dialect.class.getResourceAsStream("/dev/idgen/jdbc/" + schema)) {
            if (in == null) {
                throw new IllegalStateException("class path resource dev/idgen/jdbc/" + schema + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)^--.*$", "")
                    .replace(";", "")
                    .strip();
        } catch (IOException e) {
            throw new IllegalStateException("class path resource dev/idgen/jdbc/" + schema + " cannot be read", e);
        }
    }

    private static long insert(Connection connection, Counter counter, long value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            counter.set(statement, 1);
            statement.setLong(3, value);
            statement.executeUpdate();
            return value;
        }
    }

    private static long value(Connection connection, Counter counter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(VALUE)) {
            counter.set(statement, 1);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }

    private static long onlyNumber(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("no row came back");
            }
            return rows.getLong(1);
        }
    }

    /** The key of a row. */
    record Counter(String namespace, String name) {

        /** Sets the two parameters from an index on. */
        private void set(PreparedStatement statement, int index) throws SQLException {
            statement.setString(index, namespace);
            statement.setString(index + 1, name);
        }
    }
}
