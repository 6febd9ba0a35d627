package dev.idgen.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** A use of a connection that may come from a pool: how it was found is how it is left. For one thread. */
final class Session {

    private static final int UNCHANGED = -1;

    private final Connection connection;
    private final boolean transactional;
    private final boolean foundAutoCommit;
    private int foundIsolation = UNCHANGED;
    private boolean committed;

    private Session(Connection connection, boolean transactional, boolean foundAutoCommit) {
        this.connection = connection;
        this.transactional = transactional;
        this.foundAutoCommit = foundAutoCommit;
    }

    /** @param transactional whether there is to be one transaction, or one for each statement */
    static Session begin(Connection connection, boolean transactional) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (autoCommit == transactional) {
            connection.setAutoCommit(!transactional);
        }
        return new Session(connection, transactional, autoCommit);
    }

    void readCommitted() throws SQLException {
        int isolation = connection.getTransactionIsolation();
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            foundIsolation = isolation;
        }
    }

    void commit() throws SQLException {
        if (transactional) {
            connection.commit();
        }
        committed = true;
    }

    /** Rolls back what was not committed. */
    void end() {
        try {
            if (transactional && !committed) {
                connection.rollback();
            }
            if (foundIsolation != UNCHANGED) {
                connection.setTransactionIsolation(foundIsolation);
            }
            if (foundAutoCommit == transactional) {
                connection.setAutoCommit(foundAutoCommit);
            }
        } catch (SQLException e) {
            // The connection is broken: its pool finds that out, and what was committed stays so.
        }
    }
}
