package dev.idgen.mongodb;

import com.mongodb.ConnectionString;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import dev.idgen.Extent;
import org.junit.jupiter.api.AutoClose;

/**
 * A server in Java that speaks MongoDB's protocol. By itself it does not change documents atomically, as MongoDB does:
 * concurrent increments return the same number. So it serves one request at a time here.
 */
class MongoJavaServerCounterStoreIntegrationTests extends MongoCounterStoreContract {

    @AutoClose("shutdownNow")
    private static final MongoServer server = new MongoServer(new OneAtATime());

    private static final String url = server.bindAndGetConnectionString();

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
