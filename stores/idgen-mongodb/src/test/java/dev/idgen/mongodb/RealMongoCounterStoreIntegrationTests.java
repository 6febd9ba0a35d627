package dev.idgen.mongodb;

import com.mongodb.ConnectionString;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** On the server of this machine that {@code idgen.test.mongodb.uri} names. */
@EnabledIfSystemProperty(named = "idgen.test.mongodb.uri", matches = "mongodb://.*")
class RealMongoCounterStoreIntegrationTests extends MongoCounterStoreContract {

    @Override
    ConnectionString address() {
        return new ConnectionString(System.getProperty("idgen.test.mongodb.uri"));
    }
}
