package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Objects;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that stores the entities of snippets in H2, with JPA and with Spring Data JDBC. */
final class SnippetDatabase {

    /** What {@code @SpringBootApplication} has besides. There are no entities in this package. */
    @Configuration(proxyBeanMethods = false)
    @AutoConfigurationPackage
    static class Application {}

    static final AutoConfigurations JDBC =
            AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class);

    private SnippetDatabase() {}

    static ApplicationContextRunner of(CompiledSnippets snippets, String yaml) throws Exception {
        String[] entities =
                snippets.types(Entity.class).stream().map(Class::getName).toArray(String[]::new);
        return SnippetApplication.inMemory(yaml)
                .withClassLoader(snippets.classLoader())
                .withUserConfiguration(Application.class)
                .withConfiguration(JDBC)
                .withConfiguration(AutoConfigurations.of(
                        IdgenEntityAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class,
                        DataJdbcRepositoriesAutoConfiguration.class))
                .withBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(entities))
                .withPropertyValues(
                        "spring.datasource.generate-unique-name=true", "spring.jpa.hibernate.ddl-auto=create");
    }

    /** Stores an entity with JPA, and returns what a new session reads. */
    static Object storedAndReadBack(Object entity, ApplicationContext context) {
        EntityManagerFactory sessions = context.getBean(EntityManagerFactory.class);
        EntityManager entities = SharedEntityManagerCreator.createSharedEntityManager(sessions);
        TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
        transaction.executeWithoutResult(status -> entities.persist(entity));
        Object id = sessions.getPersistenceUnitUtil().getIdentifier(entity);
        return Objects.requireNonNull(
                transaction.execute(status -> entities.find(entity.getClass(), id)), "nothing was stored");
    }

    /** Stores a receipt with Spring Data JDBC, and reads it back. */
    static void storeReceipt(Object receipt, ApplicationContext context) {
        context.getBean(JdbcTemplate.class)
                .execute("create table \"RECEIPT\" (\"ID\" bigint primary key, \"AMOUNT\" int)");
        JdbcAggregateTemplate receipts = context.getBean(JdbcAggregateTemplate.class);
        Object saved = receipts.save(receipt);
        Long id = (Long) ReflectionTestUtils.getField(saved, "id");
        assertThat(id).isPositive();
        assertThat((Object) receipts.findById(id, saved.getClass())).isEqualTo(saved);
    }
}
