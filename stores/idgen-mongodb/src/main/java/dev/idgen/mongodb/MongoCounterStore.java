package dev.idgen.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoServerException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import dev.idgen.CounterStore;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.BlockingCalls;
import dev.idgen.store.Clocks;
import dev.idgen.store.CounterChecks;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoOperations;

/**
 * Keeps counters in MongoDB's collection {@code idgen_counter}, one document each: {@code _id} is the namespace, a
 * colon and the counter's name, {@code last} the last number issued, of 64 bits.
 *
 * <p>Each request changes one document atomically. If the floor raises the counter, it needs two commands. A majority
 * of the replica set writes the change, so no failover undoes it. Requests run on a few threads of this object, so they
 * are no part of the caller's transaction.
 *
 * <p>Thread-safe. The client's timeouts bound how long a request holds a thread.
 */
public final class MongoCounterStore implements CounterStore, AutoCloseable {

    private static final String COLLECTION = "idgen_counter";
    private static final String ID = "_id";
    private static final String VALUE = "last";
    private static final int THREADS = 4;

    /** Without a majority, a write fails after this time with an unknown outcome, rather than hold its thread. */
    private static final WriteConcern MAJORITY = WriteConcern.MAJORITY.withWTimeout(5, TimeUnit.SECONDS);

    private static final FindOneAndUpdateOptions UPDATE =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);
    private static final FindOneAndUpdateOptions UPSERT =
            new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER).upsert(true);

    /** How often a request tries. Each failed attempt means that another instance has created or raised the counter. */
    private static final int ATTEMPTS = 16;

    private final MongoOperations operations;
    private final String namespace;
    private final BlockingCalls calls;

    /**
     * Opens the counters of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public MongoCounterStore(MongoOperations operations, String namespace, Clocks time) {
        this.operations = operations;
        this.namespace = AllowedNames.namespace(namespace);
        this.calls = new BlockingCalls("idgen-mongodb", THREADS, time);
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
        CounterChecks.add(counter, delta, limit);
        if (CounterChecks.exceeds(floor, delta, limit)) {
            return CompletableFuture.failedFuture(CounterChecks.overflow(counter, delta, limit));
        }
        String id = id(counter);
        return calls.call(() -> {
            MongoCollection<Document> documents = documents();
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<Long> sum = increase(documents, id, delta, floor, limit);
                if (sum.isEmpty()) {
                    sum = raise(documents, id, delta, floor);
                }
                if (sum.isPresent()) {
                    return sum.get();
                }
                if (value(documents, id)
                        .filter(found -> CounterChecks.exceeds(found, delta, limit))
                        .isPresent()) {
                    throw CounterChecks.overflow(counter, delta, limit);
                }
            }
            throw new IllegalStateException("other instances changed counter '" + counter + "' during every attempt");
        });
    }

    /** Adds to a counter that exists, is at least the floor, and stays within the limit. */
    private static Optional<Long> increase(
            MongoCollection<Document> documents, String id, long delta, long floor, long limit) {
        Bson room = and(eq(ID, id), gte(VALUE, floor), lte(VALUE, limit - delta));
        return valueOf(documents.findOneAndUpdate(room, Updates.inc(VALUE, delta), UPDATE));
    }

    /** Sets a counter that is missing or less than the floor. Returns empty if it exists and is at least the floor. */
    private static Optional<Long> raise(MongoCollection<Document> documents, String id, long delta, long floor) {
        Bson less = and(eq(ID, id), lt(VALUE, floor));
        try {
            return valueOf(documents.findOneAndUpdate(less, Updates.set(VALUE, floor + delta), UPSERT));
        } catch (MongoServerException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            return Optional.empty();
        }
    }

    @Override
    public CompletionStage<Optional<Long>> read(String counter) {
        AllowedNames.counter(counter);
        String id = id(counter);
        return calls.call(() -> value(documents(), id));
    }

    @Override
    public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
        CounterChecks.giveBack(counter, expected, value);
        String id = id(counter);
        return calls.call(() -> {
            MongoCollection<Document> documents = documents();
            if (value == expected) {
                return value(documents, id).equals(Optional.of(expected));
            }
            Bson unchanged = and(eq(ID, id), eq(VALUE, expected));
            return documents.updateOne(unchanged, Updates.set(VALUE, value)).getMatchedCount() == 1;
        });
    }

    private String id(String counter) {
        return namespace + ":" + counter;
    }

    private MongoCollection<Document> documents() {
        // A secondary may be behind, whatever the client prefers to read from.
        return operations
                .getCollection(COLLECTION)
                .withWriteConcern(MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    private static Optional<Long> value(MongoCollection<Document> documents, String id) {
        return valueOf(documents.find(eq(ID, id)).first());
    }

    private static Optional<Long> valueOf(@Nullable Document document) {
        return Optional.ofNullable(document)
                .map(found -> found.get(VALUE, Number.class).longValue());
    }

    /** Accepts requests again after {@link #stop}. */
    public void start() {
        calls.start();
    }

    /** Refuses requests until {@link #start}, and ends its threads. The client stays open. */
    public void stop() {
        calls.stop();
    }

    /** Refuses further requests. The client stays open. */
    @Override
    public void close() {
        calls.close();
    }
}
