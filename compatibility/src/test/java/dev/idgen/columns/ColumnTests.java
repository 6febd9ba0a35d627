package dev.idgen.columns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.data.GeneratedId;
import dev.idgen.data.TypedIdJavaType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.function.Function;
import org.hibernate.annotations.JavaTypeRegistration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Columns of Hibernate. They have a separate package, because other applications lack their generators. */
class ColumnTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    record TicketId(long value) {}

    static class TicketIdType extends TypedIdJavaType<TicketId> {
        TicketIdType() {
            super(TicketId.class);
        }
    }

    @Entity(name = "tickets")
    @JavaTypeRegistration(javaType = TicketId.class, descriptorClass = TicketIdType.class)
    static class Ticket {

        @Id
        @GeneratedId("order")
        TicketId id;

        String tenant;

        @GeneratedId(value = "ticket", key = "tenant")
        @Column(nullable = false, updatable = false)
        String number;

        TicketId previous;
    }

    @Entity(name = "rows")
    static class Row {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @GeneratedId("order")
        @Column(updatable = false)
        long number;
    }

    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        context = application.run(
                "--logging.level.root=warn",
                "--spring.jpa.hibernate.ddl-auto=create",
                "--spring.datasource.generate-unique-name=true",
                "--idgen.store=memory",
                "--idgen.generators.order.type=snowflake",
                "--idgen.generators.ticket.type=counter",
                "--idgen.generators.ticket.template={key}-{000}");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static <T> T inTransaction(Function<EntityManager, T> work) {
        EntityManager entities = context.getBean(EntityManagerFactory.class).createEntityManager();
        entities.getTransaction().begin();
        T result = work.apply(entities);
        entities.getTransaction().commit();
        entities.close();
        return result;
    }

    private static <T> T persisted(T entity) {
        return inTransaction(entities -> {
            entities.persist(entity);
            return entity;
        });
    }

    @Test
    void columnsAndIdsOfATypeOfTheirOwnAreFilled() {
        Ticket ticket = new Ticket();
        ticket.tenant = "acme";
        Ticket first = persisted(ticket);
        assertThat(first.id.value()).isPositive();
        assertThat(first.number).isEqualTo("acme-001");
        Ticket next = new Ticket();
        next.tenant = "acme";
        next.previous = first.id;
        assertThat(persisted(next).number).isEqualTo("acme-002");
        inTransaction(entities -> {
            assertThat(entities.find(Ticket.class, new TicketId(first.id.value())).number).isEqualTo("acme-001");
            assertThat(entities.createQuery("select t from tickets t where t.previous = :id", Ticket.class)
                            .setParameter("id", first.id)
                            .getSingleResult()
                            .id)
                    .isEqualTo(next.id);
            return null;
        });
        Row row = persisted(new Row());
        assertThat(row.number).isPositive();
        inTransaction(entities -> entities.find(Row.class, row.id).number = 0);
        assertThat(inTransaction(entities -> entities.find(Row.class, row.id)).number).isEqualTo(row.number);
    }
}
