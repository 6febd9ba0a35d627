package dev.idgen.jdbc;

import dev.idgen.CounterUnavailableException.Reason;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;

/** Recognizes the errors of all databases: Spring's translation needs corrections. Stateless. */
final class SqlErrors {

    /** Errors of MySQL and MariaDB whose SQL state is ambiguous, or differs by driver. */
    private static final Set<Integer> MYSQL_CODES = Set.of(1020, 1205, 1665, 1969, 3024);

    private static final int HSQLDB_MISSING = -5501;

    /** The states of PostgreSQL, and of MySQL, MariaDB and H2. */
    private static final Set<String> MISSING_TABLE = Set.of("42P01", "42S02", "42S03", "42S04");

    static final String UNSEEN =
            "the connection of this transaction does not see all tables of idgen in its schema: a table was removed, or the connection uses"
                    + " another schema than idgen's. If 'auto-commit' is false, PostgreSQL undoes HikariCP's 'schema' at the first"
                    + " rollback: set the schema in the URL, with 'currentSchema'. If the DataSource routes to databases of tenants, create them in each"
                    + " database";

    private SqlErrors() {}

    /**
     * Translates errors by SQL state. Spring's default, by exception class, fails with MariaDB: its driver reports a
     * sum out of range as a syntax error.
     */
    static SQLExceptionTranslator translator() {
        SQLStateSQLExceptionTranslator translator = new SQLStateSQLExceptionTranslator();
        translator.setCustomTranslator(SqlErrors::translate);
        return translator;
    }

    /**
     * Corrects Spring's translation. Spring takes 40003, "completion unknown", for a lost lock, and a missing right for
     * bad grammar. It does not know lock timeouts, nor conflicts of H2 and MariaDB. HSQLDB has the state of a missing
     * right for a missing table, too. MySQL's code for a missing right is
     * not here, because MySQL also uses it for a missing table.
     *
     * <p>The database is unknown here. A code of {@code MYSQL_CODES} takes precedence over the state, for any database.
     */
    private static @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException failure) {
        int code = failure.getErrorCode();
        if (code == HSQLDB_MISSING) {
            return new BadSqlGrammarException(task, String.valueOf(sql), failure);
        }
        return switch (MYSQL_CODES.contains(code) ? String.valueOf(code) : String.valueOf(failure.getSQLState())) {
            case "40003" ->
                new DataAccessResourceFailureException("it is unknown whether this took effect: " + task, failure);
            // Timeouts of locks and statements. The database has rolled back what waited.
            case "57014", "55P03", "HYT00", "1205", "3024", "1969" -> new QueryTimeoutException(task, failure);
            // The row has changed since the transaction's snapshot.
            case "90131", "1020" -> new CannotAcquireLockException(task, failure);
            case "1665" ->
                new NonTransientDataAccessResourceException(
                        "the server's binary log does not take idgen's statements: set the server's 'binlog_format' to ROW or MIXED",
                        failure);
            case "42501", "90096" ->
                new PermissionDeniedDataAccessException(
                        "idgen's user lacks a right: it needs SELECT, INSERT and UPDATE on idgen's tables, and DELETE on"
                                + " idgen_counter_request",
                        failure);
            case "25006" ->
                new NonTransientDataAccessResourceException(
                        "idgen's connection is read-only: it needs a server that accepts writes, not a replica, and a user and"
                                + " settings that allow writes",
                        failure);
            default -> null;
        };
    }

    /** Whether MySQL or MariaDB refused to read a table, which may exist. */
    static boolean isReadingRefused(BadSqlGrammarException failure) {
        return failure.getCause() instanceof SQLException cause && cause.getErrorCode() == 1142;
    }

    /** Why a statement in a caller's transaction got no number. */
    static Reason reason(DataAccessException failure) {
        if (failure instanceof QueryTimeoutException) {
            return Reason.LOCKED;
        }
        return failure instanceof PessimisticLockingFailureException || failure instanceof DuplicateKeyException
                ? Reason.CONFLICT
                : Reason.FAILED;
    }

    /** The failure of a statement in a caller's transaction, or an explanation of it. */
    static Throwable explained(DataAccessException failure) {
        return failure instanceof BadSqlGrammarException
                        && failure.getCause() instanceof SQLException cause
                        && MISSING_TABLE.contains(String.valueOf(cause.getSQLState()))
                ? new IllegalStateException(UNSEEN, failure)
                : failure;
    }
}
