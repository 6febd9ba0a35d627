package dev.idgen.compatibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.data.GeneratedId;
import dev.idgen.data.GeneratedId.Assigned;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.Transaction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Ids that the application sets, with the Hibernate of each Spring Boot: it asks a generator whether it allows them. */
class AssignedIdTests {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @Entity(name = "kept_ids")
    static class Kept {

        @Id
        @GeneratedId(value = "number", assigned = Assigned.KEEP)
        Long id;

        @GeneratedId(value = "number", assigned = Assigned.KEEP)
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
        application.setBannerMode(Banner.Mode.OFF);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(Map.of(
                "logging.level.root", "warn",
                "spring.datasource.generate-unique-name", "true",
                "spring.jpa.hibernate.ddl-auto", "create",
                "idgen.store", "memory",
                "idgen.generators.order.type", "snowflake",
                "idgen.generators.number.type", "counter",
                "idgen.generators.number.start", "1000000"));
        context = application.run();
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

    private static void insert(Object entity) {
        SessionFactory sessions = context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class);
        try (StatelessSession session = sessions.openStatelessSession()) {
            Transaction transaction = session.beginTransaction();
            session.insert(entity);
            transaction.commit();
        }
    }

    @Test
    void keptIdsAreStored() {
        Kept persisted = new Kept();
        persisted.id = 1L;
        assertThat(persisted(persisted).id).isEqualTo(1);
        Kept merged = new Kept();
        merged.id = 2L;
        merged.number = 7L;
        assertThat(inTransaction(entities -> entities.merge(merged)).id).isEqualTo(2);
        Kept inserted = new Kept();
        inserted.id = 3L;
        insert(inserted);
        assertThat(inserted.id).isEqualTo(3);
        Kept without = persisted(new Kept());
        assertThat(without.id).isGreaterThan(1_000);
        List<Long> stored = inTransaction(entities -> entities.createQuery(
                        "select k.id from kept_ids k order by k.id", Long.class)
                .getResultList());
        assertThat(stored).containsExactly(1L, 2L, 3L, without.id);
        assertThat(inTransaction(entities -> entities.find(Kept.class, 2L)).number).isEqualTo(7);
    }

    @Test
    void keptIdsAreStoredWithAVersion() {
        KeptWithVersion item = new KeptWithVersion();
        item.id = 5;
        assertThat(persisted(item).id).isEqualTo(5);
        assertThat(inTransaction(entities -> entities.merge(new KeptWithVersion())).id).isGreaterThan(1_000);
        assertThat(inTransaction(entities -> entities.merge(item)).id).isEqualTo(5);
    }

    @Test
    void replacedIdsAreGenerated() {
        Replaced persisted = new Replaced();
        persisted.id = 1L;
        persisted.number = 1L;
        persisted(persisted);
        assertThat(persisted.id).isGreaterThan(1_000);
        assertThat(persisted.number).isGreaterThan(1_000);
        Replaced merged = new Replaced();
        merged.id = 2L;
        assertThat(inTransaction(entities -> entities.merge(merged)).id).isGreaterThan(1_000);
        Replaced inserted = new Replaced();
        inserted.id = 3L;
        insert(inserted);
        assertThat(inserted.id).isGreaterThan(1_000);
        assertThat(inTransaction(entities -> entities.merge(persisted)).id).isEqualTo(persisted.id);
    }

    @Test
    void refusedIdsFailWithTheReason() {
        Refused item = new Refused();
        item.id = 5L;
        String reason = "Refused.id: the application has set it to '5'. Leave it null before an insert";
        assertThatThrownBy(() -> persisted(item)).hasStackTraceContaining(reason);
        assertThatThrownBy(() -> inTransaction(entities -> entities.merge(item))).hasStackTraceContaining(reason);
        assertThatThrownBy(() -> insert(item)).hasStackTraceContaining(reason);
        Refused numbered = new Refused();
        numbered.number = 6L;
        assertThatThrownBy(() -> persisted(numbered))
                .hasStackTraceContaining("Refused.number: the application has set it to '6'");
        assertThat(persisted(new Refused()).id).isGreaterThan(1_000);
    }

    @Test
    void propertiesOfACompositeIdAreTreatedEachAsItsAnnotationSays() {
        BookPage page = new BookPage();
        page.id.book = "atlas";
        page.id.page = 3L;
        page.id.sheet = 4L;
        persisted(page);
        assertThat(page.id.page).isEqualTo(3);
        assertThat(page.id.sheet).isGreaterThan(1_000);
    }
}
