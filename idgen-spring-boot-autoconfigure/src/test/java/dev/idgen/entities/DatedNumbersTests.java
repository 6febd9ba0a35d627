package dev.idgen.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.anyLong;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import dev.idgen.CounterStore;
import dev.idgen.PeriodClosedException;
import dev.idgen.autoconfigure.IdgenEntityAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.data.GeneratedId;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.mybatis.MyBatisIds;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.ibatis.builder.StaticSqlSource;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Invocation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;

/** Numbers of the period of a document's date. */
class DatedNumbersTests {

    private static final ApplicationContextRunner runner = TypicalApplication.inMemory()
            .withConfiguration(AutoConfigurations.of(IdgenEntityAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                    "spring.jpa.hibernate.ddl-auto=create-drop",
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.invoice.keyed=true",
                    "idgen.generators.invoice.template={yyyy}-{000}",
                    "idgen.generators.invoice.zone=Europe/Berlin",
                    "idgen.generators.invoice.closed-before=2020-01-01",
                    "idgen.generators.receipt.type=counter",
                    "idgen.generators.receipt.template={yyyy}-{000}",
                    "idgen.generators.receipt.zone=Europe/Berlin",
                    "idgen.generators.ticket.type=counter",
                    "idgen.generators.order.type=counter",
                    "idgen.generators.order.template=A-{000}",
                    "idgen.generators.session.type=uuid-v7");

    @Entity(name = "invoices")
    static class Invoice {

        @jakarta.persistence.Id
        UUID id = UUID.randomUUID();

        @GeneratedId(value = "invoice", key = "tenant", date = "issued")
        String number;

        String tenant;
        LocalDate issued;

        Invoice(String tenant, LocalDate issued) {
            this.tenant = tenant;
            this.issued = issued;
        }
    }

    @Test
    void hibernateNumbersByTheDateOfTheDocument() {
        runner.withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class))
                .withBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(Invoice.class.getName()))
                .run(context -> {
                    EntityManagerFactory entities = context.getBean(EntityManagerFactory.class);
                    assertThat(stored(entities, new Invoice("acme", LocalDate.of(2026, 12, 31))))
                            .isEqualTo("2026-001");
                    assertThat(stored(entities, new Invoice("acme", LocalDate.of(2027, 1, 1))))
                            .isEqualTo("2027-001");
                    assertThat(stored(entities, new Invoice("acme", LocalDate.of(2026, 1, 1))))
                            .isEqualTo("2026-002");
                    assertThat(stored(entities, new Invoice("other", LocalDate.of(2026, 1, 1))))
                            .isEqualTo("2026-001");
                    assertThatThrownBy(() -> stored(entities, new Invoice("acme", null)))
                            .hasStackTraceContaining("'issued' is null, but it chooses the period of the number");
                    assertThatThrownBy(() -> stored(entities, new Invoice("acme", LocalDate.of(2019, 12, 31))))
                            .isInstanceOf(PeriodClosedException.class);
                });
    }

    private static String stored(EntityManagerFactory entities, Invoice invoice) {
        return entities.callInTransaction(manager -> {
            manager.persist(invoice);
            manager.flush();
            return invoice.number;
        });
    }

    @AutoConfigurationPackage(basePackages = "dev.idgen.nothing")
    @Configuration(proxyBeanMethods = false)
    static class Entities extends AbstractJdbcConfiguration {

        @Override
        protected Set<Class<?>> getInitialEntitySet() {
            return Set.of(Receipt.class);
        }
    }

    /** Without a table's name, so the scans of other tests do not find it. */
    record Receipt(
            @Id @Nullable Long id,
            Instant paid,

            @GeneratedId(value = "receipt", date = "paid") @Nullable
            String number) {}

    /** An instant is in the zone of the generator. */
    @Test
    void springDataNumbersByTheInstantOfTheDocument() {
        runner.withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        DataJdbcRepositoriesAutoConfiguration.class))
                .withUserConfiguration(Entities.class)
                .run(context -> {
                    context.getBean(JdbcTemplate.class)
                            .execute("CREATE TABLE \"RECEIPT\" (id BIGINT AUTO_INCREMENT PRIMARY KEY,"
                                    + " paid TIMESTAMP WITH TIME ZONE, number VARCHAR(20))");
                    JdbcAggregateTemplate template = context.getBean(JdbcAggregateTemplate.class);
                    Instant newYear = Instant.parse("2026-12-31T23:00:00Z");
                    assertThat(template.save(new Receipt(null, newYear, null)).number())
                            .isEqualTo("2027-001");
                    assertThat(template.save(new Receipt(null, newYear.minusMillis(1), null))
                                    .number())
                            .isEqualTo("2026-001");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            session | names a date, but the generator's template has none
            ticket  | names a date, but the generator's template has none
            order   | names a date, but the generator's template has none
            ''      | has a date, but names no generator
            receipt | property 'number' is of type String
            """)
    void dateThatChoosesNoPeriodIsRefused(String generator, String problem) {
        runner.run(context -> assertThatThrownBy(() -> context.getBean(EntityIds.class)
                        .field(
                                new AnnotationValues(generator, "", "", "number", "DEFAULT"),
                                Receipt.class,
                                String.class,
                                "Receipt.number"))
                .hasMessageContaining("date = \"number\") on Receipt.number")
                .hasMessageContaining(problem));
    }

    static class Slip {

        Instant paid;

        @GeneratedId(value = "receipt", date = "paid")
        String number;

        Slip(Instant paid) {
            this.paid = paid;
        }
    }

    /** Whatever instants they have. */
    @Test
    void myBatisNumbersThePeriodOfSeveralRowsByOneRequest() {
        CounterStore store = mock(CounterStore.class, delegatesTo(new InMemoryCounterStore()));
        runner.withBean("counting", CounterStore.class, () -> store)
                .withPropertyValues("idgen.generators.receipt.store=counting")
                .run(context -> {
                    Instant newYear = Instant.parse("2026-12-31T23:00:00Z");
                    List<Slip> slips = IntStream.range(-3, 5)
                            .mapToObj(i -> new Slip(newYear.plusSeconds(i)))
                            .toList();
                    MyBatisIds ids = new MyBatisIds(context.getBean(EntityIds.class));
                    ids.intercept(insertOf(slips));
                    assertThat(slips)
                            .extracting(slip -> slip.number)
                            .containsExactly(
                                    "2026-001",
                                    "2026-002",
                                    "2026-003",
                                    "2027-001",
                                    "2027-002",
                                    "2027-003",
                                    "2027-004",
                                    "2027-005");
                    verify(store).add(eq("receipt:2026"), eq(3L), anyLong(), anyLong());
                    verify(store).add(eq("receipt:2027"), eq(5L), anyLong(), anyLong());
                });
    }

    private static Invocation insertOf(Object parameter) throws ReflectiveOperationException {
        var configuration = new org.apache.ibatis.session.Configuration();
        MappedStatement statement = new MappedStatement.Builder(
                        configuration, "insert", new StaticSqlSource(configuration, ""), SqlCommandType.INSERT)
                .build();
        return new Invocation(
                mock(Executor.class),
                Executor.class.getMethod("update", MappedStatement.class, Object.class),
                new Object[] {statement, parameter});
    }
}
