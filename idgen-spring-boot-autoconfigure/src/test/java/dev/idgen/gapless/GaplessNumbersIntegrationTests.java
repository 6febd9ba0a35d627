package dev.idgen.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.LongIdGenerator;
import dev.idgen.TransactionRequiredException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.data.GeneratedId;
import dev.idgen.jdbc.Database;
import dev.idgen.jdbc.TestDatabase;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A transactional counter gives no number to a transaction that has committed, however its manager leaves the
 * connection, and none of one that was rolled back stays in an object.
 */
class GaplessNumbersIntegrationTests {

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
                        "idgen.generators.invoice.acquire-timeout=30s",
                        "idgen.generators.reference.type=uuid-v7");
        return jpa
                ? application
                        .withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                        .withBean(
                                PersistenceManagedTypes.class,
                                () -> PersistenceManagedTypes.of(
                                        Bill.class.getName(), Item.class.getName(), Letter.class.getName()))
                : application;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MYSQL")
    void noNumberIsGivenAfterTheCommit(TestDatabase database) {
        for (boolean autoCommit : new boolean[] {true, false}) {
            noNumberIsGivenAfterTheCommit(application(database, true, autoCommit), JpaTransactionManager.class);
            noNumberIsGivenAfterTheCommit(application(database, false, autoCommit), JdbcTransactionManager.class);
        }
    }

    private static void noNumberIsGivenAfterTheCommit(ApplicationContextRunner application, Class<?> managedBy) {
        application.run(context -> {
            LongIdGenerator invoices = context.getBean("invoice", LongIdGenerator.class);
            PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
            assertThat(manager).isExactlyInstanceOf(managedBy);
            TransactionTemplate transaction = new TransactionTemplate(manager);
            TransactionTemplate another = new TransactionTemplate(manager);
            another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            List<Long> after = new ArrayList<>();
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
            };
            transaction.executeWithoutResult(status -> {
                assertThat(invoices.nextLong()).isEqualTo(1);
                TransactionSynchronizationManager.registerSynchronization(late);
            });
            assertThat(after).as("after a number").containsExactly(2L);
            transaction.executeWithoutResult(status -> TransactionSynchronizationManager.registerSynchronization(late));
            assertThat(after).as("the first number of its transaction").containsExactly(2L, 3L);
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

    // Objects that are saved again after a rollback, as a retry does, have numbers of their own

    @Entity(name = "letters")
    static class Letter {

        @Id
        @GeneratedId("invoice")
        Long id;

        @GeneratedId("invoice")
        @Column(updatable = false)
        long number;

        private String receipt;

        @GeneratedId("reference")
        String reference;

        @Column(length = 3)
        String note;

        @GeneratedId("invoice")
        @jakarta.persistence.Access(jakarta.persistence.AccessType.PROPERTY)
        public String getReceipt() {
            return receipt;
        }

        public void setReceipt(String receipt) {
            this.receipt = receipt;
        }
    }

    @Table("notes")
    static class Note {

        @org.springframework.data.annotation.Id
        Long id;

        @GeneratedId("invoice")
        Long number;

        String note;
    }

    @AutoConfigurationPackage
    static class Repositories {}

    private static TransactionTemplate transaction(ApplicationContext context) {
        return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    @Test
    void persistAfterRollbackTakesNewNumbers() {
        application(TestDatabase.H2, true, true).run(context -> {
            EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
            Consumer<Letter> save = letter -> transaction(context).executeWithoutResult(status -> {
                EntityManager entities = EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
                entities.persist(letter);
                entities.flush();
            });
            Letter letter = new Letter();
            letter.note = "too long";
            assertThatThrownBy(() -> save.accept(letter)).isInstanceOf(RuntimeException.class);
            assertThat(letter.id).isNull();
            assertThat(letter.number).isZero();
            assertThat(letter.receipt).isNull();
            assertThat(letter.reference).as("a number of no transaction").isNotNull();

            Letter other = new Letter();
            save.accept(other);
            letter.note = "ok";
            save.accept(letter);

            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForList(
                                    "SELECT id FROM letters UNION ALL SELECT number FROM letters"
                                            + " UNION ALL SELECT CAST(receipt AS BIGINT) FROM letters",
                                    Long.class))
                    .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
        });
    }

    private void withNotes(Consumer<ApplicationContext> test) {
        application(TestDatabase.H2, false, true)
                .withUserConfiguration(Repositories.class)
                .withConfiguration(AutoConfigurations.of(DataJdbcRepositoriesAutoConfiguration.class))
                .run(context -> {
                    context.getBean(JdbcTemplate.class)
                            .execute(
                                    "DROP TABLE IF EXISTS \"notes\"; CREATE TABLE \"notes\" (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
                                            + " number BIGINT UNIQUE, note VARCHAR(3))");
                    test.accept(context);
                });
    }

    @Test
    void saveAfterRollbackTakesANewNumber() {
        withNotes(context -> {
            JdbcAggregateTemplate aggregates = context.getBean(JdbcAggregateTemplate.class);
            Consumer<Note> save = note -> transaction(context).executeWithoutResult(status -> aggregates.save(note));
            Note note = new Note();
            note.note = "too long";
            assertThatThrownBy(() -> save.accept(note)).isInstanceOf(RuntimeException.class);
            save.accept(new Note());
            note.note = "ok";
            save.accept(note);

            assertThat(note.number).isEqualTo(2);
        });
    }

    @Test
    void rollbackToASavepointEmptiesOnlyWhatWasFilledSince() {
        withNotes(context -> {
            JdbcAggregateTemplate aggregates = context.getBean(JdbcAggregateTemplate.class);
            TransactionTemplate nested = transaction(context);
            nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
            Note before = new Note();
            Note since = new Note();
            Note chosen = new Note();
            transaction(context).executeWithoutResult(status -> {
                aggregates.save(before);
                nested.executeWithoutResult(part -> {
                    aggregates.save(since);
                    aggregates.save(chosen);
                    chosen.number = 77L;
                    part.setRollbackOnly();
                });
            });

            assertThat(before.number).isEqualTo(1);
            assertThat(since.number).isNull();
            assertThat(chosen.number).as("changed meanwhile").isEqualTo(77);
        });
    }
}
