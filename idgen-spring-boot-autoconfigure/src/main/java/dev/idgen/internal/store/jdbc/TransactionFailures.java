package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterUnavailableException.Reason;
import java.sql.SQLException;
import java.util.Set;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;

/** Tells what a failure in a caller's transaction means to the caller. Stateless. */
final class TransactionFailures {

    /** PostgreSQL: canceled by the timeout of the statement, or of the lock. H2: timeout of the lock. */
    private static final Set<String> TIMEOUT_STATES = Set.of("57014", "55P03", "HYT00");

    /** MySQL and MariaDB: timeout of the lock; of the statement, in the one and in the other. */
    private static final Set<Integer> TIMEOUT_CODES = Set.of(1205, 3024, 1969);

    /** MariaDB: the row has changed since the transaction's snapshot. H2: the same. */
    private static final Set<Integer> CONFLICT_CODES = Set.of(1020, 90131);

    /** PostgreSQL: a statement failed before. It gives that failure as the cause, which is not why this one fails. */
    private static final String ABORTED = "25P02";

    /** PostgreSQL; MySQL and MariaDB, and H2. */
    private static final Set<String> NO_TABLE_STATES = Set.of("42P01", "42S02");

    private TransactionFailures() {}

    static boolean isTableMissing(DataAccessException failure) {
        return failure.getCause() instanceof SQLException sql
                && NO_TABLE_STATES.contains(String.valueOf(sql.getSQLState()));
    }

    static Reason reason(DataAccessException failure) {
        if (failure.getCause() instanceof SQLException now && ABORTED.equals(now.getSQLState())) {
            return Reason.FAILED;
        }
        SQLException cause = failure.getMostSpecificCause() instanceof SQLException sql ? sql : new SQLException();
        if (failure instanceof QueryTimeoutException
                || TIMEOUT_CODES.contains(cause.getErrorCode())
                || TIMEOUT_STATES.contains(String.valueOf(cause.getSQLState()))) {
            return Reason.LOCKED;
        }
        return failure instanceof PessimisticLockingFailureException || CONFLICT_CODES.contains(cause.getErrorCode())
                ? Reason.CONFLICT
                : Reason.FAILED;
    }
}
