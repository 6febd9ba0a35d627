package dev.idgen.autoconfigure;

import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.entities.EntityIds;
import dev.idgen.entities.TransactionalGenerators;
import dev.idgen.entities.spring.MissingIds.MongoIds;
import dev.idgen.entities.spring.MissingIds.R2dbcIds;
import dev.idgen.entities.spring.MissingIds.ReactiveMongoIds;
import dev.idgen.entities.spring.MissingIds.RelationalIds;
import dev.idgen.internal.generator.GeneratorProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;
import org.springframework.data.mongodb.core.mapping.event.ReactiveBeforeConvertCallback;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;

/**
 * Fills each {@link dev.idgen.data.GeneratedId} of Spring Data's entities. Hibernate needs no bean here: it creates its
 * generators through Spring.
 */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnBean(IdGenerators.class)
public final class IdgenEntityAutoConfiguration {

    /** Takes the generators lazily, because they may count in the database that stores the entities. */
    @Bean
    EntityIds idgenEntityIds(
            ObjectProvider<IdService> strings,
            ObjectProvider<IdGenerators> generators,
            ObjectProvider<TransactionalGenerators> transactional) {
        return new EntityIds(strings, generators, transactional);
    }

    @Bean
    TransactionalGenerators idgenTransactionalGenerators(IdgenProperties properties) {
        return generator -> {
            GeneratorProperties configured = properties.generators().get(generator);
            return configured != null && configured.isTransactional();
        };
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.data.relational.core.mapping.event.BeforeConvertCallback.class)
    static class Jdbc {

        @Bean
        RelationalIds idgenRelationalIds(EntityIds ids, ObjectProvider<RelationalMappingContext> mapping) {
            return new RelationalIds(ids, mapping);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback.class)
    static class R2dbc {

        @Bean
        R2dbcIds idgenR2dbcIds(EntityIds ids, ObjectProvider<RelationalMappingContext> mapping) {
            return new R2dbcIds(ids, mapping);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(BeforeConvertCallback.class)
    static class Mongo {

        @Bean
        MongoIds idgenMongoIds(EntityIds ids, ObjectProvider<MongoMappingContext> mapping) {
            return new MongoIds(ids, mapping);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ReactiveBeforeConvertCallback.class, reactor.core.publisher.Mono.class})
    static class ReactiveMongo {

        @Bean
        ReactiveMongoIds idgenReactiveMongoIds(EntityIds ids, ObjectProvider<MongoMappingContext> mapping) {
            return new ReactiveMongoIds(ids, mapping);
        }
    }
}
