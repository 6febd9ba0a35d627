package dev.idgen.entities;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AutoClose;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoReactiveAutoConfiguration;
import org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoReactiveAutoConfiguration;
import org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.support.TransactionTemplate;

/** Applications that store entities: in H2 with Hibernate and Spring Data JDBC, with R2DBC, and in MongoDB. */
abstract class StoredEntities {

    /** With Hibernate and Spring Data JDBC, for the tests of a class. */
    @AutoClose
    static ConfigurableApplicationContext context;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        IdgenAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenEntityAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        DataSourceTransactionManagerAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class,
        DataJdbcRepositoriesAutoConfiguration.class,
        HibernateJpaAutoConfiguration.class
    })
    static class Application {}

    /** @param scanned the package that is scanned for entities of Spring Data */
    static ConfigurableApplicationContext start(Class<?> scanned, String[] properties, Class<?>... entities) {
        String[] names = Stream.of(entities).map(Class::getName).toArray(String[]::new);
        return new SpringApplicationBuilder(Application.class, scanned)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .properties("spring.datasource.generate-unique-name=true", "spring.jpa.hibernate.ddl-auto=create")
                .initializers(starting -> ((GenericApplicationContext) starting)
                        .registerBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(names)))
                .run();
    }

    static <T> T inTransaction(Function<EntityManager, T> work) {
        return context.getBean(TransactionTemplate.class)
                .execute(status -> work.apply(context.getBean(EntityManager.class)));
    }

    static <T> T persisted(T entity) {
        return inTransaction(entities -> {
            entities.persist(entity);
            return entity;
        });
    }

    static SessionFactory sessions() {
        return context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class);
    }

    /** Without a database. */
    static ApplicationContextRunner runner(String... properties) {
        return TypicalApplication.withoutStore()
                .withConfiguration(AutoConfigurations.of(IdgenEntityAutoConfiguration.class))
                .withPropertyValues(properties);
    }

    static ApplicationContextRunner r2dbc(ApplicationContextRunner runner) {
        return runner.withConfiguration(
                        AutoConfigurations.of(R2dbcAutoConfiguration.class, DataR2dbcAutoConfiguration.class))
                .withPropertyValues("spring.r2dbc.generate-unique-name=true");
    }

    static void withMongo(ApplicationContextRunner runner, ContextConsumer<AssertableApplicationContext> use) {
        MongoServer server = new MongoServer(new MemoryBackend());
        try {
            runner.withConfiguration(AutoConfigurations.of(
                            MongoAutoConfiguration.class,
                            MongoReactiveAutoConfiguration.class,
                            DataMongoAutoConfiguration.class,
                            DataMongoReactiveAutoConfiguration.class))
                    .withPropertyValues(
                            "spring.mongodb.uri=mongodb:/" + server.bind() + "/test",
                            "spring.mongodb.representation.uuid=standard")
                    .run(use);
        } finally {
            server.shutdownNow();
        }
    }
}
