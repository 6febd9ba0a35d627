package dev.idgen.internal.store.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells failures apart by their SQLSTATE, whose first two characters are its class. Stateless. */
final class SqlState {

    private static final String DATA = "22";
    private static final String CONSTRAINT = "23";
    private static final String ROLLED_BACK = "40";
    private static final String COMPLETION_UNKNOWN = "40003";
    private static final Set<String> ROLLED_BACK_ELSEWHERE =
            Set.of("61000", "90131"); // Oracle's deadlock, H2's conflict

    private SqlState() {}

    /** Whether a sum does not fit its column: 22003, but 22001 with MySQL's driver. Nothing else can be wrong with data. */
    static boolean isOutOfRange(SQLException failure) {
        @Nullable String state = failure.getSQLState();
        return state != null && state.startsWith(DATA);
    }

    /** Whether the database is certain to have done nothing, and would do it if asked again. */
    static boolean isWorthAnotherAttempt(SQLException failure) {
        @Nullable String state = failure.getSQLState();
        if (state == null || state.equals(COMPLETION_UNKNOWN)) {
            return false;
        }
        // A constraint is violated only by a row that another inserted meanwhile.
        return state.startsWith(ROLLED_BACK) || state.startsWith(CONSTRAINT) || ROLLED_BACK_ELSEWHERE.contains(state);
    }
}
