package dev.idgen.simulation;

import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodePoolRecord;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolServer;
import dev.idgen.internal.stamped.node.NodePoolRecord.PoolState;
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
import dev.idgen.simulation.SimulatedDatabase.Transaction;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;

/** The stores that keep records in a database, as {@code internal.store.jdbc} does, with the records' own rules. */
final class DatabaseStores {

    private DatabaseStores() {}

    /** What carries a request to the database. */
    interface Carrier {

        <T> CompletionStage<T> send(Request<T> request);
    }

    private static <T> CompletionStage<T> send(
            Carrier carrier,
            String key,
            boolean takesForNew,
            long claimedTtl,
            BiFunction<SimulatedDatabase, Transaction, T> work) {
        return carrier.send(new Request<>(key, takesForNew, claimedTtl, store -> {
            SimulatedDatabase database = (SimulatedDatabase) store;
            Transaction transaction = database.begin();
            return () -> database.isAlive(transaction)
                    ? CompletableFuture.completedFuture(work.apply(database, transaction))
                    : CompletableFuture.failedFuture(new Network.Refused());
        }));
    }

    /**
     * Buckets.
     *
     * @param randomQuarter where a new bucket begins
     */
    record Buckets(Carrier carrier, BucketLayout layout, IntSupplier randomQuarter) implements LeaseStore {

        @Override
        public CompletionStage<Namespace> join(NamespaceClaim claim) {
            return send(carrier, Keys.NAMESPACE, false, claim.ttlMillis(), (database, transaction) -> {
                NamespaceState before = database.namespace(Keys.NAMESPACE);
                NamespaceRecord record = new NamespaceRecord(before);
                Namespace answer = record.join(claim, transaction.clock());
                database.write(Keys.NAMESPACE, before, record.state());
                return answer;
            });
        }

        @Override
        public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
            return ask(bucket, asker.absence() != 0, (record, server) -> record.lease(count, asker, seen, server));
        }

        @Override
        public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
            return ask(bucket, false, (record, server) -> record.extend(grant, asker, server));
        }

        private CompletionStage<LeaseReply> ask(
                int bucket, boolean takesForNew, BiFunction<BucketRecord, BucketServer, LeaseReply> question) {
            String key = Keys.bucket(bucket);
            int quarter = randomQuarter.getAsInt();
            return send(carrier, key, takesForNew, 0, (database, transaction) -> {
                BucketState before = database.bucket(key);
                BucketRecord record = new BucketRecord(before, false);
                LeaseReply answer = question.apply(
                        record,
                        new BucketServer(transaction.run(), transaction.clock(), quarter, layout.quarterSize()));
                database.write(key, before, record.state());
                return answer;
            });
        }
    }

    /**
     * Node ids.
     *
     * @param random picks a node id of a pool of a given size
     */
    record Nodes(Carrier carrier, LongUnaryOperator random) implements NodeLeaseStore {

        @Override
        public CompletionStage<NodeLeaseReply> acquire(NodeAsker asker) {
            long node = random.applyAsLong(asker.size());
            return ask(asker, asker.absence() != 0, (pool, server) -> pool.acquire(asker, server, node));
        }

        @Override
        public CompletionStage<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
            return ask(asker, false, (pool, server) -> pool.renew(asker, server, node, notBefore, notAfter));
        }

        @Override
        public CompletionStage<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
            return ask(asker, false, (pool, server) -> pool.release(asker, server, node, lastStamp));
        }

        @Override
        public CompletionStage<OptionalLong> witness(int bits, int place, boolean mark) {
            String pool = Keys.pool(bits);
            return send(
                    carrier,
                    pool,
                    !mark,
                    0,
                    (database, transaction) ->
                            database.has(pool) ? OptionalLong.empty() : OptionalLong.of(transaction.clock()));
        }

        private CompletionStage<NodeLeaseReply> ask(
                NodeAsker asker, boolean takesForNew, BiFunction<NodePoolRecord, PoolServer, NodeLeaseReply> question) {
            String key = Keys.pool(asker.bits());
            return send(carrier, key, takesForNew, 0, (database, transaction) -> {
                PoolState before = database.pool(key);
                NodePoolRecord record = new NodePoolRecord(before, database.nodes(key));
                NodeLeaseReply answer = question.apply(record, new PoolServer(transaction.run(), transaction.clock()));
                database.write(key, before, record.state());
                record.changed().forEach((node, lease) -> database.writeNode(key, node, lease));
                return answer;
            });
        }
    }
}
