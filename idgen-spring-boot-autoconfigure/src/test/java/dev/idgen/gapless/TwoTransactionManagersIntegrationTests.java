package dev.idgen.gapless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.LongIdGenerator;
import dev.idgen.TransactionRequiredException;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.data.GeneratedId;
import dev.idgen.jdbc.Database;
import dev.idgen.jdbc.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A number belongs to the transaction whose connection it uses. Manager {@code ours} has idgen's DataSource, {@code
 * other} another database. Spring suspends the outer transaction's synchronizations while an inner one of another
 * manager runs, but the outer connection stays bound.
 */
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MYSQL")
class TwoTransactionManagersIntegrationTests {

    @Parameter
    private TestDatabase database;

    @Entity(name = "receipts")
    static class Receipt {

        @Id
        UUID id = UUID.randomUUID();

        @GeneratedId("invoice")
        Long number;
    }

    @Table("slips")
    static class Slip {

        @org.springframework.data.annotation.Id
        Long id;

        @GeneratedId("invoice")
        Long number;
    }

    @AutoConfigurationPackage
    static class Repositories {}

    private static DataSource otherDatabase() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
        return pool;
    }

    @Configuration(proxyBeanMethods = false)
    static class Jdbc {

        @Bean
        @Primary
        PlatformTransactionManager ours(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }

        @Bean
        PlatformTransactionManager other() {
            return new JdbcTransactionManager(otherDatabase());
        }
    }

    static class OursOfJpa {

        @Bean
        @Primary
        PlatformTransactionManager ours(EntityManagerFactory entities) {
            return new JpaTransactionManager(entities);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Jpa extends OursOfJpa {

        @Bean
        PlatformTransactionManager other() {
            LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
            entities.setDataSource(otherDatabase());
            entities.setManagedTypes(PersistenceManagedTypes.of());
            entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            entities.afterPropertiesSet();
            return new JpaTransactionManager(Objects.requireNonNull(entities.getObject()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class JpaBesideJdbc extends OursOfJpa {

        @Bean
        PlatformTransactionManager other() {
            return new JdbcTransactionManager(otherDatabase());
        }
    }

    private ApplicationContextRunner application(Class<?> managers) {
        Database running = database.running();
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenDatabaseAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenEntityAutoConfiguration.class))
                .withUserConfiguration(managers)
                .withPropertyValues(
                        "spring.datasource.url=" + running.direct(),
                        "spring.datasource.username=" + running.user(),
                        "spring.datasource.password=" + running.password(),
                        "spring.datasource.hikari.auto-commit=false", // or each statement would commit in afterCommit
                        "spring.datasource.hikari.maximum-pool-size=3",
                        "spring.jpa.hibernate.ddl-auto=create-drop",
                        "idgen.store=jdbc",
                        "idgen.namespace=t" + UUID.randomUUID(),
                        "idgen.jdbc.initialize-schema=always",
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.transactional=true",
                        "idgen.generators.invoice.acquire-timeout=30s");
        return managers == Jdbc.class
                ? application
                        .withUserConfiguration(Repositories.class)
                        .withConfiguration(AutoConfigurations.of(DataJdbcRepositoriesAutoConfiguration.class))
                : application
                        .withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                        .withBean(
                                PersistenceManagedTypes.class,
                                () -> PersistenceManagedTypes.of(Receipt.class.getName()));
    }

    /** @param before the last number of earlier tests in this application */
    private record Managers(ApplicationContext context, String slips, long before) {

        TransactionTemplate ours() {
            return new TransactionTemplate(context.getBean("ours", PlatformTransactionManager.class));
        }

        TransactionTemplate other() {
            return new TransactionTemplate(context.getBean("other", PlatformTransactionManager.class));
        }

        TransactionTemplate readOnlyOther() {
            TransactionTemplate reading = other();
            reading.setReadOnly(true);
            return reading;
        }

        TransactionTemplate ours(int propagation) {
            TransactionTemplate template = ours();
            template.setPropagationBehavior(propagation);
            return template;
        }

        long number() {
            return context.getBean("invoice", LongIdGenerator.class).nextLong() - before;
        }

        long committed() {
            return Objects.requireNonNull(ours().execute(status -> number()));
        }

        Saved unsaved() {
            if (context.getBeanNamesForType(EntityManagerFactory.class).length == 0) {
                Slip slip = new Slip();
                return new Saved(
                        () -> {
                            slip.id = null;
                            context.getBean(JdbcAggregateTemplate.class).save(slip);
                        },
                        () -> relative(slip.number),
                        slips);
            }
            Receipt receipt = new Receipt();
            return new Saved(
                    () -> {
                        var entities = Objects.requireNonNull(EntityManagerFactoryUtils.getTransactionalEntityManager(
                                context.getBean(EntityManagerFactory.class)));
                        entities.persist(receipt);
                        entities.flush();
                    },
                    () -> relative(receipt.number),
                    "receipts");
        }

        List<Long> rows(Saved saved) {
            return context.getBean(JdbcTemplate.class)
                    .queryForList(
                            "SELECT number - ? FROM " + saved.table() + " WHERE number > ? ORDER BY number",
                            Long.class,
                            before,
                            before);
        }

        @Nullable
        Long relative(@Nullable Long number) {
            return number == null ? null : number - before;
        }
    }

    /** An object of the application. */
    private record Saved(Runnable save, Supplier<Long> number, String table) {}

    /** Each rule in the same application, because Hibernate takes long to start. */
    @ParameterizedTest
    @ValueSource(classes = {Jdbc.class, Jpa.class, JpaBesideJdbc.class})
    void numberBelongsToTheTransactionWhoseConnectionItUses(Class<?> managers) {
        List<Consumer<Managers>> rules = List.of(
                this::nextInInnerTransactionOfOtherManagerIsRefusedAndRollbackLosesNothing,
                this::nextWithoutTransactionOfOursNamesBothManagers,
                this::nextInReadOnlyTransactionOfOtherManagerIsNotBlamedForReading,
                this::saveInInnerTransactionOfOtherManagerLeavesTheObjectWithoutNumber,
                this::saveInInnerTransactionThatRollsBackStoresNoObjectThatIsEmptiedLater,
                this::nextInTransactionOfOtherManagerAfterTheCommitIsRefused,
                this::nextInOwnTransactionInsideOtherManagersFollowsItsOwn);
        application(managers).run(context -> {
            boolean quotes = database == TestDatabase.H2 || database.isPostgresql();
            String slips = quotes ? "\"slips\"" : "slips";
            Managers both = new Managers(context, slips, 0);
            if (managers == Jdbc.class) {
                JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                String key = quotes ? "GENERATED BY DEFAULT AS IDENTITY" : "AUTO_INCREMENT";
                both.ours().executeWithoutResult(status -> {
                    jdbc.execute("DROP TABLE IF EXISTS " + slips);
                    jdbc.execute("CREATE TABLE " + slips + " (id BIGINT " + key + " PRIMARY KEY, number BIGINT)");
                });
            }
            for (Consumer<Managers> rule : rules) {
                long before = both.committed();
                rule.accept(new Managers(context, slips, before));
            }
        });
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .satisfies(failure -> assertThat(
                                failure instanceof TransactionRequiredException ? failure : failure.getCause())
                        .isInstanceOf(TransactionRequiredException.class)
                        .hasMessageContaining("of the transaction manager 'other' instead of 'ours'")
                        .hasMessageNotContaining("read-only"));
    }

    /** Forbids: the inner commit notes numbers that roll back, and the counter seems to have lost data. */
    private void nextInInnerTransactionOfOtherManagerIsRefusedAndRollbackLosesNothing(Managers both) {
        assertThat(both.committed()).isEqualTo(1);
        both.ours().executeWithoutResult(outer -> {
            assertThat(both.number()).isEqualTo(2);
            both.other().executeWithoutResult(inner -> {
                assertRefused(both::number);
                assertRefused(() -> both.ours().executeWithoutResult(joined -> both.number()));
            });
            outer.setRollbackOnly();
        });
        assertThat(both.committed()).isEqualTo(2);
        assertThat(both.committed()).isEqualTo(3);
    }

    private void nextWithoutTransactionOfOursNamesBothManagers(Managers both) {
        both.other().executeWithoutResult(status -> assertRefused(both::number));
    }

    private void nextInReadOnlyTransactionOfOtherManagerIsNotBlamedForReading(Managers both) {
        both.ours()
                .executeWithoutResult(
                        outer -> both.readOnlyOther().executeWithoutResult(inner -> assertRefused(both::number)));
    }

    private void saveInInnerTransactionOfOtherManagerLeavesTheObjectWithoutNumber(Managers both) {
        Saved saved = both.unsaved();
        assertRefused(() -> both.ours()
                .executeWithoutResult(outer ->
                        both.other().executeWithoutResult(inner -> saved.save().run())));
        assertThat(saved.number().get()).isNull();
        Saved another = both.unsaved();
        both.ours().executeWithoutResult(status -> another.save().run());
        both.ours().executeWithoutResult(status -> saved.save().run());
        assertThat(both.rows(saved)).containsExactly(1L, 2L);
    }

    /** Forbids: the inner rollback empties an object that the outer transaction stores. */
    private void saveInInnerTransactionThatRollsBackStoresNoObjectThatIsEmptiedLater(Managers both) {
        Saved saved = both.unsaved();
        TransactionTemplate outer = both.ours();
        assertRefused(() -> outer.executeWithoutResult(status -> both.other().executeWithoutResult(inner -> {
            inner.setRollbackOnly();
            saved.save().run();
        })));
        assertThat(both.rows(saved)).isEmpty();
        outer.executeWithoutResult(status -> saved.save().run());
        assertThat(saved.number().get()).isEqualTo(1);
        assertThat(both.rows(saved)).containsExactly(1L);
    }

    /** Forbids: a number over the connection of a transaction that has committed, which no one commits. */
    private void nextInTransactionOfOtherManagerAfterTheCommitIsRefused(Managers both) {
        List<String> phases = new ArrayList<>();
        both.ours().executeWithoutResult(status -> {
            assertThat(both.number()).isEqualTo(1);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    both.other().executeWithoutResult(inner -> assertRefused(both::number));
                    phases.add("after commit");
                }
            });
        });
        assertThat(phases).containsExactly("after commit");
        assertThat(both.committed()).isEqualTo(2);
    }

    private void nextInOwnTransactionInsideOtherManagersFollowsItsOwn(Managers both) {
        both.readOnlyOther().executeWithoutResult(outer -> {
            assertThat(both.committed()).isEqualTo(1);
            both.ours().executeWithoutResult(inner -> {
                assertThat(both.number()).isEqualTo(2);
                inner.setRollbackOnly();
            });
            assertThat(both.committed()).isEqualTo(2);
            outer.setRollbackOnly();
        });
        both.ours()
                .executeWithoutResult(outer -> both.other()
                        .executeWithoutResult(inner -> both.ours(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                                .executeWithoutResult(
                                        own -> assertThat(both.number()).isEqualTo(3))));
        assertThat(both.committed()).isEqualTo(4);
    }
}
