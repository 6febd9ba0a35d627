package dev.idgen.internal.store.mongodb;

import com.mongodb.ConnectionString;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import dev.idgen.Extent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * A server in Java that speaks MongoDB's protocol. By itself it does not change documents atomically, as MongoDB does:
 * concurrent increments return the same number. So it serves one request at a time here.
 */
class MongoJavaServerCounterStoreIntegrationTests extends MongoCounterStoreContract {

    private static MongoServer server;
    private static String url;

    @BeforeAll
    static void start() {
        server = new MongoServer(new OneAtATime());
        url = server.bindAndGetConnectionString();
    }

    @AfterAll
    static void stop() {
        server.shutdownNow();
    }

    /** Fewer: it compares each query with all documents. */
    @Override
    protected int idsOfManyInstances() {
        return Extent.of(800, 3200);
    }

    @Override
    ConnectionString address() {
        return new ConnectionString(url);
    }

    private static final class OneAtATime extends MemoryBackend {

        @Override
        public synchronized Document handleMessage(MongoMessage message) {
            return super.handleMessage(message).cloneDeeply();
        }
    }
}
