package dev.idgen.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import dev.idgen.localredis.TestNeed;
import dev.idgen.localredis.TestSummary;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** The servers that tests run on, each started once and ended with the JVM. */
enum MongoTestServer {

    /**
     * A server in Java that speaks MongoDB's protocol. By itself it does not change documents atomically, as MongoDB
     * does: concurrent increments return the same number. So it serves one request at a time here.
     */
    IN_JAVA {
        @Override
        ConnectionString started() {
            return new ConnectionString(new MongoServer(new OneAtATime()).bindAndGetConnectionString());
        }
    },

    /** As {@link TestNeed#MONGODB} says, or the test is skipped. */
    MONGODB {
        @Override
        ConnectionString started() {
            ConnectionString address = new ConnectionString(
                    TestNeed.MONGODB.address().orElseThrow(() -> new TestAbortedException(TestNeed.MONGODB.missing())));
            try (MongoClient client = MongoClients.create(address)) {
                TestSummary.version(
                        TestNeed.MONGODB,
                        "MongoDB "
                                + client.getDatabase("admin")
                                        .runCommand(new org.bson.Document("buildInfo", 1))
                                        .getString("version"));
            }
            return address;
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // set once
    private @Nullable ConnectionString address;

    /** Its address, with its database. */
    final synchronized ConnectionString address() {
        if (address == null) {
            address = started();
        }
        return address;
    }

    abstract ConnectionString started();

    private static final class OneAtATime extends MemoryBackend {

        @Override
        public synchronized Document handleMessage(MongoMessage message) {
            return super.handleMessage(message).cloneDeeply();
        }
    }
}
