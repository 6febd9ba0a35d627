package dev.idgen.benchmarks;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The databases of the harness: options, and queries for sizes and counters. */
enum StorageDatabase {
    /** InnoDB: the table is the tree of its primary key, and secondary indexes contain the primary key. */
    MARIADB("?useBulkStmts=true", "| key | column | time | table, MB | secondary index, MB | page splits |") {

        @Override
        String column(StorageKeys.Key key) {
            return key.mariaDb();
        }

        @Override
        void prepare(Connection connection) throws SQLException {
            execute(connection, "SET GLOBAL innodb_monitor_enable = 'index_page_splits'");
        }

        @Override
        void bind(PreparedStatement row, UUID id) throws SQLException {
            row.setBytes(
                    1,
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(id.getMostSignificantBits())
                            .putLong(id.getLeastSignificantBits())
                            .array());
        }

        @Override
        List<Object> sizes(Connection connection) throws SQLException {
            execute(connection, "ANALYZE TABLE storage");
            return List.of(
                    megabytes(
                            connection,
                            "SELECT data_length FROM information_schema.tables WHERE table_name = 'storage'"),
                    megabytes(
                            connection,
                            "SELECT index_length FROM information_schema.tables WHERE table_name = 'storage'"));
        }

        @Override
        double counter(Connection connection) throws SQLException {
            return number(
                    connection, "SELECT count FROM information_schema.innodb_metrics WHERE name = 'index_page_splits'");
        }

        @Override
        Object count(double counted) {
            return String.format(Locale.ROOT, "%,.0f", counted);
        }
    },

    /** The table is a heap. The primary key and secondary indexes contain positions in it. */
    POSTGRESQL(
            "?reWriteBatchedInserts=true",
            "| key | column | time | table, MB | primary key, MB | its leaves' fill, % | secondary index, MB | WAL, MB |") {

        @Override
        String column(StorageKeys.Key key) {
            return key.postgreSql();
        }

        @Override
        void prepare(Connection connection) throws SQLException {
            execute(connection, "CREATE EXTENSION IF NOT EXISTS pgstattuple");
        }

        @Override
        void bind(PreparedStatement row, UUID id) throws SQLException {
            row.setObject(1, id);
        }

        @Override
        List<Object> sizes(Connection connection) throws SQLException {
            return List.of(
                    megabytes(connection, "SELECT pg_relation_size('storage')"),
                    megabytes(connection, "SELECT pg_relation_size('storage_pkey')"),
                    Math.round(number(connection, "SELECT avg_leaf_density FROM pgstatindex('storage_pkey')")),
                    megabytes(connection, "SELECT pg_relation_size('storage_customer')"));
        }

        @Override
        double counter(Connection connection) throws SQLException {
            return number(connection, "SELECT pg_current_wal_insert_lsn() - '0/0'");
        }

        @Override
        Object count(double counted) {
            return Math.round(counted / MEGABYTE);
        }
    };

    private static final double MEGABYTE = 1e6;

    private final String options;
    private final String head;

    StorageDatabase(String options, String head) {
        this.options = options;
        this.head = head;
    }

    /** The URL's options with which the driver sends batches as such. */
    String options() {
        return options;
    }

    /** The heading of the table of results. */
    String head() {
        return head;
    }

    abstract String column(StorageKeys.Key key);

    abstract void prepare(Connection connection) throws SQLException;

    abstract void bind(PreparedStatement row, UUID id) throws SQLException;

    /** The values between time and counter. */
    abstract List<Object> sizes(Connection connection) throws SQLException;

    /** The counter that a load reports, since the server's start. */
    abstract double counter(Connection connection) throws SQLException;

    /** The counter's increase during a load, as shown. */
    abstract Object count(double counted);

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Object megabytes(Connection connection, String sql) throws SQLException {
        return Math.round(number(connection, sql) / MEGABYTE);
    }

    private static double number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            if (!result.next()) {
                throw new SQLException("nothing came of " + sql);
            }
            return result.getDouble(1);
        }
    }
}
