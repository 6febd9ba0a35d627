package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.request.StoreNames;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodePoolRecord;
import dev.idgen.internal.stamped.node.NodePoolRecord.NodeLease;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolServer;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Leases of node ids in a database: a transaction per request that locks the pool's row of {@code idgen_node_pool}, has the
 * record answer, and writes what changed there and in {@code idgen_node}. Thread-safe.
 */
public final class JdbcNodeLeaseStore implements NodeLeaseStore {

    private static final String READ = "SELECT server_run, last_granted, longest_ttl, settled_ttl, doubted"
            + " FROM idgen_node_pool WHERE namespace = ? AND bits = ? FOR UPDATE";
    private static final String UPDATE = "UPDATE idgen_node_pool SET server_run = ?, last_granted = ?, longest_ttl = ?,"
            + " settled_ttl = ?, doubted = ? WHERE namespace = ? AND bits = ?";
    private static final String INSERT = "INSERT INTO idgen_node_pool (server_run, last_granted, longest_ttl,"
            + " settled_ttl, doubted, namespace, bits) VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String READ_NODES =
            "SELECT node_id, window_end, holder FROM idgen_node WHERE namespace = ? AND bits = ?";
    private static final String READ_NODE = READ_NODES + " AND node_id = ?";
    private static final String AND_LOCK = " FOR UPDATE";
    private static final String UPDATE_NODE =
            "UPDATE idgen_node SET window_end = ?, holder = ? WHERE namespace = ? AND bits = ? AND node_id = ?";
    private static final String INSERT_NODE =
            "INSERT INTO idgen_node (window_end, holder, namespace, bits, node_id) VALUES (?, ?, ?, ?, ?)";
    private static final String IS_THERE =
            "SELECT (SELECT COUNT(*) FROM idgen_node_pool WHERE namespace = ? AND bits = ?)"
                    + " + (SELECT COUNT(*) FROM idgen_node WHERE namespace = ? AND bits = ?)";

    private final JdbcDatabase database;
    private final String namespace;

    private JdbcNodeLeaseStore(JdbcDatabase database, String namespace) {
        this.database = database;
        this.namespace = namespace;
    }

    /**
     * The pools of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static JdbcNodeLeaseStore create(JdbcDatabase database, String namespace) {
        return new JdbcNodeLeaseStore(database, StoreNames.namespace(namespace));
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
        long random = ThreadLocalRandom.current().nextLong(asker.size());
        return ask(
                asker,
                jdbc -> leases(jdbc, READ_NODES + AND_LOCK, namespace, asker.bits()),
                (pool, server) -> pool.acquire(asker, server, random));
    }

    @Override
    public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
        return ask(
                asker,
                jdbc -> leases(jdbc, READ_NODE + AND_LOCK, namespace, asker.bits(), node),
                (pool, server) -> pool.renew(asker, server, node, notBefore, notAfter));
    }

    @Override
    public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
        return ask(
                asker,
                jdbc -> leases(jdbc, READ_NODE + AND_LOCK, namespace, asker.bits(), node),
                (pool, server) -> pool.release(asker, server, node, lastStamp));
    }

    /** {@inheritDoc} What a database loses, it loses together: the pool itself tells, whether marked or not. */
    @Override
    public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
        return database.run((jdbc, dialect) -> {
            long rows =
                    Objects.requireNonNull(jdbc.queryForObject(IS_THERE, Long.class, namespace, bits, namespace, bits));
            return rows == 0 ? OptionalLong.of(database.server(jdbc, dialect).clock()) : OptionalLong.empty();
        });
    }

    /** Reads leases of a pool whose row is locked. */
    private interface Leases {

        Map<Long, NodeLease> read(JdbcTemplate jdbc);
    }

    private CompletionStage<NodeLeaseReply> ask(
            NodeAsker asker, Leases leases, BiFunction<NodePoolRecord, PoolServer, NodeLeaseReply> question) {
        return database.run((jdbc, dialect) -> {
            PoolState before = pool(jdbc, asker.bits());
            Map<Long, NodeLease> known = leases.read(jdbc);
            DatabaseServer server = database.server(jdbc, dialect);
            NodePoolRecord record = new NodePoolRecord(before, known);
            NodeLeaseReply answer = question.apply(record, new PoolServer(server.run(), server.clock()));
            if (!record.state().equals(before)) {
                write(jdbc, before.equals(PoolState.MISSING) ? INSERT : UPDATE, asker.bits(), record.state());
            }
            record.changed().forEach((node, lease) -> {
                if (!lease.equals(known.get(node))) {
                    String statement = known.containsKey(node) ? UPDATE_NODE : INSERT_NODE;
                    Rows.write(jdbc, statement, lease.end(), lease.holder(), namespace, asker.bits(), node);
                }
            });
            return answer;
        });
    }

    private PoolState pool(JdbcTemplate jdbc, int bits) {
        List<PoolState> rows = jdbc.query(
                READ,
                (row, number) ->
                        new PoolState(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)),
                namespace,
                bits);
        return Rows.first(rows, PoolState.MISSING);
    }

    private static Map<Long, NodeLease> leases(JdbcTemplate jdbc, String query, Object... key) {
        Map<Long, NodeLease> leases = new HashMap<>();
        jdbc.query(
                query,
                row -> {
                    leases.put(row.getLong(1), new NodeLease(row.getLong(2), row.getString(3)));
                },
                key);
        return leases;
    }

    private void write(JdbcTemplate jdbc, String statement, int bits, PoolState state) {
        Rows.write(
                jdbc,
                statement,
                state.run(),
                state.last(),
                state.ttl(),
                state.settled(),
                state.doubted(),
                namespace,
                bits);
    }
}
