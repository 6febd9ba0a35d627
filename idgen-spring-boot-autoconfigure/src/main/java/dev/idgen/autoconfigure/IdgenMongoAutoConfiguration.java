package dev.idgen.autoconfigure;

import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.mongodb.MongoCounterStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.data.mongodb.core.MongoOperations;

/** Provides the counter store in the application's MongoDB. */
@AutoConfiguration(
        before = IdgenGeneratorsAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration", // Boot 4
            "org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration" // Boot 3
        })
@Conditional(OnEnabled.class)
@ConditionalOnClass(MongoOperations.class)
@EnableConfigurationProperties(IdgenProperties.class)
@Import(IdgenLifecycle.class)
public final class IdgenMongoAutoConfiguration {

    @Bean(name = CounterStoreType.MONGODB_BEAN, destroyMethod = "close")
    @ConditionalOnSingleCandidate(MongoOperations.class)
    MongoCounterStore idgenMongoCounterStore(
            MongoOperations operations, IdgenProperties properties, TimeSource time, IdgenLifecycle lifecycle) {
        return lifecycle.add(
                new MongoCounterStore(operations, properties.namespace(), time),
                MongoCounterStore::start,
                MongoCounterStore::stop);
    }
}
