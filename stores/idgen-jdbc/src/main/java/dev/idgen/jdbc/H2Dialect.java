package dev.idgen.jdbc;

import dev.idgen.InvalidSettingException;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.TransactionDefinition;

/**
 * H2. By default, its commits reach the file up to a second late. It would keep a statement's timeout for the
 * connection's next user. It reads the clock when a statement begins, so a swap waits for its row for only half of its
 * limit. Stateless.
 */
final class H2Dialect extends Dialect {

    private static final Logger log = LoggerFactory.getLogger(H2Dialect.class);

    private static final String NO_DELAY = "SET WRITE_DELAY 0";
    private static final String IS_DELAYED = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SETTINGS"
            + " WHERE DATABASE_PATH() IS NOT NULL AND SETTING_NAME = 'WRITE_DELAY' AND SETTING_VALUE <> '0'";

    private static final String IGNORES_CASE = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.COLUMNS"
            + " WHERE TABLE_SCHEMA = SCHEMA() AND LOWER(TABLE_NAME) LIKE 'idgen%' AND DATA_TYPE = 'VARCHAR_IGNORECASE'";

    /** Creates a table that lasts until the database closes. */
    private static final String RUN = "CREATE GLOBAL TEMPORARY TABLE IF NOT EXISTS idgen_run NOT PERSISTENT"
            + " AS SELECT CAST(RANDOM_UUID() AS VARCHAR(64)) AS run";

    H2Dialect() {
        super(
                STANDARD_SCHEMA,
                TransactionDefinition.TIMEOUT_DEFAULT,
                "DATEDIFF('MILLISECOND', TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00', CURRENT_TIMESTAMP)",
                "(SELECT run FROM idgen_run)");
    }

    @Override
    boolean isEmbedded() {
        return true;
    }

    @Override
    void prepare(JdbcTemplate jdbc) {
        if (number(jdbc, IGNORES_CASE) > 0) {
            throw new InvalidSettingException(
                    "spring.datasource.url",
                    "names an H2 database whose IGNORECASE holds for idgen's tables, so 'a' and 'A' would be one key: their"
                            + " columns must be VARCHAR_CASESENSITIVE",
                    "Leave out IGNORECASE, or create the tables yourself with VARCHAR_CASESENSITIVE instead of VARCHAR.");
        }
        try {
            if (number(jdbc, IS_DELAYED) > 0) {
                jdbc.execute(NO_DELAY);
            }
        } catch (UncategorizedSQLException e) {
            log.warn(
                    "idgen's user may not run '{}' in H2: if the process is killed, up to a second of numbers may repeat. Run it"
                            + " once as an administrator",
                    NO_DELAY);
        }
        try {
            jdbc.execute(RUN);
        } catch (DataAccessException e) {
            log.warn("leases will fail, but counters will not, because H2 did not run '{}': {}", RUN, e.getMessage());
        }
    }

    @Override
    boolean swap(NamedParameterJdbcTemplate jdbc, boolean isThere, String update, MapSqlParameterSource parameters) {
        long before = number(jdbc.getJdbcTemplate(), "SELECT LOCK_TIMEOUT()");
        jdbc.getJdbcTemplate().execute("SET LOCK_TIMEOUT 250");
        try {
            return super.swap(jdbc, isThere, update, parameters);
        } catch (DataIntegrityViolationException e) {
            throw new InvalidSettingException(
                    "spring.datasource.url",
                    "names an H2 database that takes an empty text for NULL, as with MODE=Oracle, so idgen leases nothing",
                    "Use another mode of H2.");
        } finally {
            jdbc.getJdbcTemplate().execute("SET LOCK_TIMEOUT " + before);
        }
    }

    private static long number(JdbcTemplate jdbc, String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class));
    }
}
