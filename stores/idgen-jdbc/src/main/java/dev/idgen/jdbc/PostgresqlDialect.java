package dev.idgen.jdbc;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * Adds with one statement. A swap takes an advisory lock of the group before the statement that reads the clock and
 * compares. It sends all statements together, as one transaction, which ends on the server even if the client stops.
 * Only other programs can lock the row itself; a swap waits for them for at most 400 ms. Stateless.
 */
final class PostgresqlDialect extends Dialect {

    /** Makes the commit wait for the disk, but keeps a stricter setting. */
    private static final String DURABLE = "CASE WHEN current_setting('synchronous_commit') = 'off'"
            + " THEN set_config('synchronous_commit', 'on', true) END";

    /** Both settings end with the transaction, because others may use the connection next, as behind PgBouncer. */
    private static final String SETTINGS =
            DURABLE + ", set_config('idle_in_transaction_session_timeout', '" + IDLE_SECONDS + "s', true)";

    private static final String ADD = "INSERT INTO idgen_counter AS c (namespace, counter_name, last_number)"
            + " VALUES (?, ?, ?) ON CONFLICT (namespace, counter_name)"
            + " DO UPDATE SET last_number = GREATEST(c.last_number, ?) + ? WHERE c.last_number <= ?"
            + " RETURNING last_number, " + SETTINGS;

    /** One round trip. The settings end with the statement, or with the transaction if the statement fails. */
    private static final String LIMITED = "SELECT " + DURABLE
            + ", set_config('idgen.lock_timeout', current_setting('lock_timeout'), true),"
            + " set_config('lock_timeout', '%ds', true); %s;"
            + " SELECT set_config('lock_timeout', current_setting('idgen.lock_timeout'), true)";

    /** The settings end with the transaction. */
    private static final String BEGIN_SWAP = "SELECT set_config('lock_timeout', '400ms', true),"
            + " set_config('statement_timeout', '450ms', true), " + DURABLE + ", pg_advisory_xact_lock("
            + "idgen".hashCode() + ", :lock); ";

    PostgresqlDialect() {
        super(
                STANDARD_SCHEMA,
                SECONDS,
                "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
                "(CASE WHEN NOT pg_is_in_recovery() THEN"
                        + " (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"
                        + " || '/' || pg_relation_filenode(to_regclass('idgen_register')) END)");
    }

    @Override
    String place(JdbcTemplate jdbc) {
        String place = super.place(jdbc);
        return place.isEmpty() ? ", because its schema does not exist, or idgen's user may not use it" : place;
    }

    @Override
    Optional<Long> add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor, long most) {
        return numbers(jdbc, ADD, namespace, counter, floor + delta, floor, delta, most).stream()
                .findFirst();
    }

    @Override
    int write(JdbcTemplate jdbc, String statement, Object... parameters) {
        return numbers(jdbc, returning(statement) + ", " + SETTINGS, parameters).size();
    }

    @Override
    String returning(String update) {
        return update + " RETURNING last_number";
    }

    @Override
    String inOwnTransaction(String statement) {
        return "SELECT " + SETTINGS + "; " + statement;
    }

    @Override
    List<Long> limited(CallersTransaction jdbc, String statement, Object... parameters) {
        return numbers(jdbc, LIMITED.formatted(jdbc.waitSeconds(), statement), parameters);
    }

    @Override
    boolean swap(NamedParameterJdbcTemplate jdbc, boolean isThere, String update, MapSqlParameterSource parameters) {
        parameters.addValue("lock", (parameters.getValue("namespace") + " " + parameters.getValue("group")).hashCode());
        String insert = isThere ? "" : EMPTY_ROW + " ON CONFLICT DO NOTHING; ";
        String all = BEGIN_SWAP + insert + update + " RETURNING 1::bigint";
        return !Objects.requireNonNull(jdbc.execute(all, parameters, Dialect::executed))
                .isEmpty();
    }
}
