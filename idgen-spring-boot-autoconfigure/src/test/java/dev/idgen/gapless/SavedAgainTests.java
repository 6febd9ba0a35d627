package dev.idgen.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.data.GeneratedId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
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
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Objects that are saved again after a rollback, as a retry does, have gapless numbers of their own. */
class SavedAgainTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
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
                    "spring.datasource.generate-unique-name=true",
                    "idgen.store=jdbc",
                    "idgen.jdbc.initialize-schema=always",
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.invoice.transactional=true",
                    "idgen.generators.invoice.acquire-timeout=30s",
                    "idgen.generators.reference.type=uuid-v7");

    @Entity(name = "bills")
    static class Bill {

        @jakarta.persistence.Id
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

        @Id
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
        runner.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                .withBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(Bill.class.getName()))
                .withPropertyValues("spring.jpa.hibernate.ddl-auto=create")
                .run(context -> {
                    EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
                    Consumer<Bill> save = bill -> transaction(context).executeWithoutResult(status -> {
                        EntityManager entities = EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
                        entities.persist(bill);
                        entities.flush();
                    });
                    Bill bill = new Bill();
                    bill.note = "too long";
                    assertThatThrownBy(() -> save.accept(bill)).isInstanceOf(RuntimeException.class);
                    assertThat(bill.id).isNull();
                    assertThat(bill.number).isZero();
                    assertThat(bill.receipt).isNull();
                    assertThat(bill.reference).as("a number of no transaction").isNotNull();

                    Bill other = new Bill();
                    save.accept(other);
                    bill.note = "ok";
                    save.accept(bill);

                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForList(
                                            "SELECT id FROM bills UNION ALL SELECT number FROM bills"
                                                    + " UNION ALL SELECT CAST(receipt AS BIGINT) FROM bills",
                                            Long.class))
                            .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
                });
    }

    private void withNotes(Consumer<ApplicationContext> test) {
        runner.withUserConfiguration(Repositories.class)
                .withConfiguration(AutoConfigurations.of(DataJdbcRepositoriesAutoConfiguration.class))
                .run(context -> {
                    context.getBean(JdbcTemplate.class)
                            .execute("CREATE TABLE \"notes\" (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
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
