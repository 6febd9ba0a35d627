package dev.idgen.internal.store.jdbc;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Records that are a row each. Stateless. */
final class Rows {

    private Rows() {}

    /** The only row, or what stands for none. */
    static <T> T first(List<T> rows, T missing) {
        return rows.isEmpty() ? missing : rows.get(0);
    }

    /** The first column of all rows. */
    static List<Long> numbers(JdbcTemplate jdbc, String query, Object... parameters) {
        return jdbc.query(query, (row, number) -> row.getLong(1), parameters);
    }

    /**
     * Writes a record.
     *
     * @throws CannotAcquireLockException if its row went away meanwhile, so that nothing is written: it is to be read again
     */
    static void write(JdbcTemplate jdbc, String statement, @Nullable Object... values) {
        if (jdbc.update(statement, values) != 1) {
            throw new CannotAcquireLockException("the row is not there any more: " + statement);
        }
    }
}
