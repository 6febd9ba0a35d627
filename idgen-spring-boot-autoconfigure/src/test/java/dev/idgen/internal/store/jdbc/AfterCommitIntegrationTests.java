package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idgen.LongIdGenerator;
import dev.idgen.TransactionRequiredException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.data.GeneratedId;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** That a transactional counter gives no number to a transaction that has committed, however its manager leaves the connection. */
class AfterCommitIntegrationTests {

    @Entity(name = "bills")
    static class Bill {

        @Id
        UUID id = UUID.randomUUID();

        @OneToMany(cascade = CascadeType.PERSIST)
        List<Item> items = new ArrayList<>();
    }

    @Entity(name = "items")
    static class Item {

        @Id
        @GeneratedId("invoice")
        Long id;
    }

    static Stream<Arguments> everyWay() {
        return Stream.of(TestDatabase.H2, TestDatabase.POSTGRESQL, TestDatabase.MARIADB)
                .flatMap(database -> Stream.of(true, false)
                        .flatMap(jpa ->
                                Stream.of(true, false).map(autoCommit -> Arguments.of(database, jpa, autoCommit))));
    }

    private static ApplicationContextRunner application(TestDatabase database, boolean jpa, boolean autoCommit) {
        Database running = database.running();
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenDatabaseAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenEntityAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + running.direct(),
                        "spring.datasource.username=" + running.user(),
                        "spring.datasource.password=" + running.password(),
                        "spring.datasource.hikari.auto-commit=" + autoCommit,
                        "spring.datasource.hikari.maximum-pool-size=3",
                        "spring.jpa.properties.hibernate.connection.provider_disables_autocommit=" + !autoCommit,
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "idgen.store=jdbc",
                        "idgen.namespace=c" + UUID.randomUUID(),
                        "idgen.jdbc.initialize-schema=always",
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.transactional=true",
                        "idgen.generators.invoice.acquire-timeout=30s");
        return jpa
                ? application
                        .withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                        .withBean(
                                PersistenceManagedTypes.class,
                                () -> PersistenceManagedTypes.of(Bill.class.getName(), Item.class.getName()))
                : application;
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void noNumberIsGivenAfterTheCommit(TestDatabase database, boolean jpa, boolean autoCommit) {
        application(database, jpa, autoCommit).run(context -> {
            LongIdGenerator invoices = context.getBean("invoice", LongIdGenerator.class);
            PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
            assertThat(manager instanceof JpaTransactionManager).isEqualTo(jpa);
            TransactionTemplate transaction = new TransactionTemplate(manager);
            TransactionTemplate another = new TransactionTemplate(manager);
            another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            List<Long> after = new ArrayList<>();
            List<Throwable> refused = new ArrayList<>();
            TransactionSynchronization late = new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    assertThatExceptionOfType(TransactionRequiredException.class)
                            .isThrownBy(invoices::nextLong)
                            .withMessageContaining("has ended")
                            .withMessageContaining("REQUIRES_NEW");
                    after.add(Objects.requireNonNull(another.execute(status -> invoices.nextLong())));
                    assertThatExceptionOfType(TransactionRequiredException.class)
                            .isThrownBy(invoices::nextLong);
                }

                /** Spring only logs what this throws. */
                @Override
                public void afterCompletion(int outcome) {
                    refused.add(catchThrowable(invoices::nextLong));
                }
            };
            transaction.executeWithoutResult(status -> {
                assertThat(invoices.nextLong()).isEqualTo(1);
                TransactionSynchronizationManager.registerSynchronization(late);
            });
            assertThat(after).as("after a number").containsExactly(2L);
            transaction.executeWithoutResult(status -> TransactionSynchronizationManager.registerSynchronization(late));
            assertThat(after).as("the first number of its transaction").containsExactly(2L, 3L);
            assertThat(refused).hasSize(2).hasOnlyElementsOfType(TransactionRequiredException.class);
            assertThat(transaction.<Long>execute(status -> invoices.nextLong())).isEqualTo(4);
        });
    }

    /** Hibernate persists what hangs on an entity when it flushes, which it does while it commits. */
    @Test
    void numbersAreGivenWhileHibernateCommits() {
        application(TestDatabase.H2, true, true).run(context -> {
            EntityManager entities =
                    SharedEntityManagerCreator.createSharedEntityManager(context.getBean(EntityManagerFactory.class));
            TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
            Bill bill = new Bill();
            transaction.executeWithoutResult(status -> entities.persist(bill));
            Item item = new Item();
            transaction.executeWithoutResult(
                    status -> entities.find(Bill.class, bill.id).items.add(item));
            assertThat(item.id).isEqualTo(1);
            assertThat(transaction.<Long>execute(status ->
                            context.getBean("invoice", LongIdGenerator.class).nextLong()))
                    .isEqualTo(2);
        });
    }
}
