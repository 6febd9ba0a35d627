package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.request.StoreNames;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketRecord;
import dev.idgen.internal.string.sequence.BucketRecord.BucketServer;
import dev.idgen.internal.string.sequence.BucketRecord.BucketState;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.Namespace.NamespaceClaim;
import dev.idgen.internal.string.sequence.NamespaceRecord;
import dev.idgen.internal.string.sequence.NamespaceRecord.NamespaceState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Lease records in a database: a transaction per request that locks a row of {@code idgen_bucket} or {@code idgen_namespace}, has
 * the record answer, and writes what changed. Thread-safe.
 */
public final class JdbcLeaseStore implements LeaseStore {

    private static final String READ =
            "SELECT server_run, stay_quarter, numbers_used, entered, last_granted, longest_ttl,"
                    + " end_0, end_1, end_2, end_3, closed FROM idgen_bucket WHERE namespace = ? AND bucket = ? FOR UPDATE";
    private static final String UPDATE = "UPDATE idgen_bucket SET server_run = ?, stay_quarter = ?, numbers_used = ?,"
            + " entered = ?, last_granted = ?, longest_ttl = ?, end_0 = ?, end_1 = ?, end_2 = ?, end_3 = ?"
            + " WHERE namespace = ? AND bucket = ?";
    private static final String INSERT = "INSERT INTO idgen_bucket (server_run, stay_quarter, numbers_used, entered,"
            + " last_granted, longest_ttl, end_0, end_1, end_2, end_3, namespace, bucket)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String READ_NAMESPACE =
            "SELECT longest_ttl, settled_ttl, terms FROM idgen_namespace WHERE namespace = ? FOR UPDATE";
    private static final String UPDATE_NAMESPACE =
            "UPDATE idgen_namespace SET longest_ttl = ?, settled_ttl = ?, terms = ? WHERE namespace = ?";
    private static final String INSERT_NAMESPACE =
            "INSERT INTO idgen_namespace (longest_ttl, settled_ttl, terms, namespace) VALUES (?, ?, ?, ?)";

    private final JdbcDatabase database;
    private final String namespace;
    private final BucketLayout layout;

    private record Row(BucketState state, boolean closed) {

        static final Row MISSING = new Row(BucketState.MISSING, false);

        static Row of(ResultSet row, int number) throws SQLException {
            List<Long> ends = List.of(row.getLong(7), row.getLong(8), row.getLong(9), row.getLong(10));
            return new Row(
                    new BucketState(
                            row.getString(1),
                            row.getInt(2),
                            row.getInt(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6),
                            ends),
                    row.getBoolean(11));
        }
    }

    private JdbcLeaseStore(JdbcDatabase database, String namespace, BucketLayout layout) {
        this.database = database;
        this.namespace = namespace;
        this.layout = layout;
    }

    /**
     * The records of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static JdbcLeaseStore create(JdbcDatabase database, String namespace, BucketLayout layout) {
        return new JdbcLeaseStore(database, StoreNames.namespace(namespace), layout);
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public BucketLayout layout() {
        return layout;
    }

    @Override
    public CompletionStage<Namespace> join(NamespaceClaim claim) {
        return database.run((jdbc, dialect) -> {
            NamespaceState before = Rows.first(
                    jdbc.query(
                            READ_NAMESPACE,
                            (row, number) -> new NamespaceState(row.getLong(1), row.getLong(2), row.getString(3)),
                            namespace),
                    NamespaceState.MISSING);
            NamespaceRecord record = new NamespaceRecord(before);
            Namespace answer = record.join(claim, database.server(jdbc, dialect).clock());
            NamespaceState after = record.state();
            if (!after.equals(before)) {
                Rows.write(
                        jdbc,
                        before.equals(NamespaceState.MISSING) ? INSERT_NAMESPACE : UPDATE_NAMESPACE,
                        after.ttl(),
                        after.settled(),
                        after.terms(),
                        namespace);
            }
            return answer;
        });
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
        return ask(bucket, (record, server) -> record.lease(count, asker, seen, server));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
        return ask(bucket, (record, server) -> record.extend(grant, asker, server));
    }

    private CompletionStage<LeaseReply> ask(int bucket, BiFunction<BucketRecord, BucketServer, LeaseReply> question) {
        return database.run((jdbc, dialect) -> {
            Row before = Rows.first(jdbc.query(READ, Row::of, namespace, bucket), Row.MISSING);
            DatabaseServer server = database.server(jdbc, dialect);
            BucketRecord record = new BucketRecord(before.state(), before.closed());
            LeaseReply answer = question.apply(
                    record,
                    new BucketServer(
                            server.run(),
                            server.clock(),
                            ThreadLocalRandom.current().nextInt(BucketLayout.QUARTERS),
                            layout.quarterSize()));
            if (!record.state().equals(before.state())) {
                write(jdbc, before.equals(Row.MISSING) ? INSERT : UPDATE, bucket, record.state());
            }
            return answer;
        });
    }

    private void write(JdbcTemplate jdbc, String statement, int bucket, BucketState state) {
        Rows.write(
                jdbc,
                statement,
                state.run(),
                state.quarter(),
                state.position(),
                state.entered(),
                state.last(),
                state.ttl(),
                state.ends().get(0),
                state.ends().get(1),
                state.ends().get(2),
                state.ends().get(3),
                namespace,
                bucket);
    }
}
