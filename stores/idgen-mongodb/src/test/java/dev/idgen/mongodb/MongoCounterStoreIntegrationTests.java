package dev.idgen.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import dev.idgen.CounterStore;
import dev.idgen.internal.store.ServedCounterStoreContract;
import dev.idgen.internal.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.MongoTemplate;

/** The contract over the wire. */
@ParameterizedClass
@EnumSource(MongoTestServer.class)
class MongoCounterStoreIntegrationTests extends ServedCounterStoreContract {

    private final List<MongoClient> clients = new ArrayList<>();
    private final MongoTestServer server;

    MongoCounterStoreIntegrationTests(MongoTestServer server) {
        this.server = server;
    }

    private ConnectionString address() {
        return server.address();
    }

    @Override
    protected int serverPort() {
        String host = address().getHosts().get(0);
        int colon = host.lastIndexOf(':');
        return colon < 0 ? 27_017 : Integer.parseInt(host.substring(colon + 1));
    }

    @Override
    protected CounterStore openAt(int port, String name) {
        return new MongoCounterStore(operations(port), name, TimeSource.system());
    }

    /** A direct connection: a replica set would tell the port of its own. */
    private MongoOperations operations(int port) {
        ConnectionString original = address();
        MongoClient client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(original)
                .applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress("127.0.0.1", port)))
                        .mode(ClusterConnectionMode.SINGLE))
                .build());
        clients.add(client);
        String database = original.getDatabase();
        return new MongoTemplate(client, database == null ? "idgen-test" : database);
    }

    @AfterEach
    void closeClients() {
        clients.forEach(MongoClient::close);
    }

    @Test
    void documentIsReadable() {
        answer(open(namespace()).add("invoices:2026", 5, 9_007_199_254_740_993L, Long.MAX_VALUE));
        assertThat(operations(serverPort())
                        .getCollection("idgen_counter")
                        .find(new Document("_id", namespace() + ":invoices:2026"))
                        .first())
                .containsExactly(
                        Map.entry("_id", namespace() + ":invoices:2026"), Map.entry("last", 9_007_199_254_740_998L));
    }
}
