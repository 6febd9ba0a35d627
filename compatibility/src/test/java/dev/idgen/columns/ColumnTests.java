package dev.idgen.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.data.GeneratedId.Assigned;
import dev.idgen.data.GeneratedId;
import dev.idgen.data.TypedIdJavaType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.io.Serializable;
import java.util.List;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;
import org.hibernate.annotations.JavaTypeRegistration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.ReflectionTestUtils;

/**
 * Ids and columns of Hibernate, which asks a generator whether the application may set an id. They have a separate
 * package, because other applications lack their generators.
 */
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

    @Entity(name = "kept_ids")
    static class Kept {
        @Id
        @GeneratedId(value = "number", assigned = Assigned.KEEP)
        Long id;

        @GeneratedId(value = "number", assigned = Assigned.KEEP)
        Long number;
    }

    @Entity(name = "replaced_ids")
    static class Replaced {
        @Id
        @GeneratedId(value = "number", assigned = Assigned.REPLACE)
        Long id;

        @GeneratedId(value = "number", assigned = Assigned.REPLACE)
        Long number;
    }

    @Entity(name = "refused_ids")
    static class Refused {
        @Id
        @GeneratedId(value = "number", assigned = Assigned.REFUSE)
        Long id;

        @GeneratedId(value = "number", assigned = Assigned.REFUSE)
        Long number;
    }

    @Entity(name = "versioned_ids")
    static class KeptWithVersion {
        @Id
        @GeneratedId(value = "number", assigned = Assigned.KEEP)
        long id;

        @Version
        Long version;
    }

    @Embeddable
    static class PageKey implements Serializable {
        String book;

        @GeneratedId(value = "number", assigned = Assigned.KEEP)
        Long page;

        @GeneratedId(value = "number", assigned = Assigned.REPLACE)
        Long sheet;
    }

    @Entity(name = "book_pages")
    static class BookPage {
        @EmbeddedId
        PageKey id = new PageKey();
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
                "--idgen.generators.number.type=counter",
                "--idgen.generators.number.start=1000000",
                "--idgen.generators.ticket.type=counter",
                "--idgen.generators.ticket.template={key}-{000}");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static <T> T inTransaction(Function<EntityManager, T> work) {
        EntityManager entities = context.getBean(EntityManagerFactory.class).createEntityManager();
        try {
            entities.getTransaction().begin();
            T result = work.apply(entities);
            entities.getTransaction().commit();
            return result;
        } finally {
            if (entities.getTransaction().isActive()) {
                entities.getTransaction().rollback();
            }
            entities.close();
        }
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

    enum Way {
        PERSIST,
        MERGE,
        INSERT;

        Object store(Object entity) {
            if (this != INSERT) {
                return this == PERSIST ? persisted(entity) : inTransaction(entities -> entities.merge(entity));
            }
            SessionFactory sessions = context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class);
            try (StatelessSession session = sessions.openStatelessSession()) {
                Transaction transaction = session.beginTransaction();
                session.insert(entity);
                transaction.commit();
                return entity;
            }
        }
    }

    /** What the property has then that the application set. */
    private static long stored(Way way, Object entity, String property, long value) {
        ReflectionTestUtils.setField(entity, property, value);
        Object stored = way.store(entity);
        Object id = ReflectionTestUtils.getField(stored, "id");
        Object read = inTransaction(entities -> entities.find(entity.getClass(), id));
        return (long) ReflectionTestUtils.getField(read, property);
    }

    @ParameterizedTest
    @EnumSource
    void propertyThatTheApplicationSetIsTreatedAsItsAnnotationSays(Way way) {
        for (String property : List.of("id", "number")) {
            long mine = 1 + way.ordinal();
            assertThat(stored(way, new Kept(), property, mine)).isEqualTo(mine);
            assertThat(stored(way, new Replaced(), property, mine)).isGreaterThanOrEqualTo(1_000_000);
            assertThatThrownBy(() -> stored(way, new Refused(), property, mine))
                    .hasStackTraceContaining("Refused." + property + ": the application has set it to '" + mine
                            + "'. Leave it null before an insert");
        }
    }

    @Test
    void idThatIsNotSetIsGeneratedAndMergeOfWhatIsStoredKeepsIt() {
        assertThat(persisted(new Kept()).id).isGreaterThanOrEqualTo(1_000_000);
        assertThat(persisted(new Refused()).id).isGreaterThanOrEqualTo(1_000_000);
        Replaced replaced = persisted(new Replaced());
        assertThat(inTransaction(entities -> entities.merge(replaced)).id).isEqualTo(replaced.id);
        KeptWithVersion versioned = new KeptWithVersion();
        versioned.id = 5;
        assertThat(persisted(versioned).id).isEqualTo(5);
        assertThat(inTransaction(entities -> entities.merge(versioned)).id).isEqualTo(5);
        assertThat(inTransaction(entities -> entities.merge(new KeptWithVersion())).id)
                .isGreaterThanOrEqualTo(1_000_000);
    }

    @Test
    void propertiesOfACompositeIdAreTreatedEachAsItsAnnotationSays() {
        BookPage page = new BookPage();
        page.id.book = "atlas";
        page.id.page = 3L;
        page.id.sheet = 4L;
        persisted(page);
        assertThat(page.id.page).isEqualTo(3);
        assertThat(page.id.sheet).isGreaterThanOrEqualTo(1_000_000);
    }
}
