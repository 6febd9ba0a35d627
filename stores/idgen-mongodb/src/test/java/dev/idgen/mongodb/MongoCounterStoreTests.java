package dev.idgen.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.RETURNS_SELF;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.mongodb.ReadPreference;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.springframework.data.mongodb.core.MongoOperations;

class MongoCounterStoreTests {

    /** A secondary may be behind it, so a counter would seem to have gone back. */
    @Test
    void readAsksThePrimaryWhateverTheClientPrefers() throws Exception {
        MongoCollection<Document> preferred = collection(5);
        MongoCollection<Document> primary = collection(7);
        when(preferred.withReadPreference(ReadPreference.primary())).thenReturn(primary);
        MongoOperations operations = mock();
        when(operations.getCollection(anyString())).thenReturn(preferred);
        try (MongoCounterStore store = new MongoCounterStore(operations, "shop", TimeSource.system())) {
            assertThat(store.read("invoice").toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .contains(7L);
        }
    }

    private static MongoCollection<Document> collection(long last) {
        FindIterable<Document> found = mock();
        when(found.first()).thenReturn(new Document("last", last));
        MongoCollection<Document> collection = mock(RETURNS_SELF);
        when(collection.find(any(Bson.class))).thenReturn(found);
        return collection;
    }
}
