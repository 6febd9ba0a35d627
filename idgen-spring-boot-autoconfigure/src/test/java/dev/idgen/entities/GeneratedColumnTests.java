package dev.idgen.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidKeyException;
import dev.idgen.data.GeneratedId;
import dev.idgen.data.TypedIdConverters;
import dev.idgen.data.TypedIdJavaType;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.annotations.JavaTypeRegistration;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.core.mapping.AggregateReference;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.r2dbc.convert.R2dbcCustomConversions;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.r2dbc.dialect.H2Dialect;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.r2dbc.core.DatabaseClient;

/** Columns that are no ids, beside keys of any kind, and ids with types of their own. */
class GeneratedColumnTests extends StoredEntities {

    private static final String[] GENERATORS = {
        "idgen.store=memory",
        "idgen.generators.number.type=counter",
        "idgen.generators.invoice.type=counter",
        "idgen.generators.invoice.template={key}-{000}",
        "idgen.generators.session.type=uuid-v7",
        "idgen.generators.document.type=ulid",
        "spring.jpa.properties.hibernate.jdbc.batch_size=50",
        "spring.jpa.properties.hibernate.order_updates=true",
        "spring.jpa.properties.hibernate.order_inserts=true"
    };

    private static final ApplicationContextRunner runner = runner(GENERATORS);

    record OrderId(long value) {}

    record SessionId(UUID value) {}

    record DocumentId(String value) {}

    // Hibernate

    @MappedSuperclass
    abstract static class Numbered {

        @GeneratedId("number")
        @Column(nullable = false, unique = true, updatable = false)
        Long number;
    }

    @Entity(name = "tickets")
    static class Ticket extends Numbered {

        @jakarta.persistence.Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @GeneratedId(business = "TICK")
        @Column(updatable = false)
        String code;

        @GeneratedId("number")
        long other;

        String title;
    }

    @Embeddable
    static class BranchKey implements java.io.Serializable {

        String branch;

        @GeneratedId("number")
        Long number;
    }

    @Entity(name = "branch_orders")
    static class BranchOrder {

        @jakarta.persistence.EmbeddedId
        BranchKey id = new BranchKey();
    }

    static class LedgerKey implements java.io.Serializable {

        String branch;

        Long number;
    }

    @Entity(name = "ledger_lines")
    @jakarta.persistence.IdClass(LedgerKey.class)
    static class LedgerLine {

        @jakarta.persistence.Id
        String branch;

        @jakarta.persistence.Id
        @GeneratedId("number")
        Long number;
    }

    @Entity(name = "visits")
    static class Visit {

        private UUID id;

        private UUID token;

        @jakarta.persistence.Id
        @GeneratedId("session")
        UUID getId() {
            return id;
        }

        void setId(UUID value) {
            id = value;
        }

        @GeneratedId("session")
        UUID getToken() {
            return token;
        }

        void setToken(UUID value) {
            token = value;
        }
    }

    static class OrderIdType extends TypedIdJavaType<OrderId> {
        OrderIdType() {
            super(OrderId.class);
        }
    }

    static class SessionIdType extends TypedIdJavaType<SessionId> {
        SessionIdType() {
            super(SessionId.class);
        }
    }

    static class DocumentIdType extends TypedIdJavaType<DocumentId> {
        DocumentIdType() {
            super(DocumentId.class);
        }
    }

    @Entity(name = "typed_orders")
    @JavaTypeRegistration(javaType = OrderId.class, descriptorClass = OrderIdType.class)
    @JavaTypeRegistration(javaType = SessionId.class, descriptorClass = SessionIdType.class)
    @JavaTypeRegistration(javaType = DocumentId.class, descriptorClass = DocumentIdType.class)
    static class TypedOrder {

        @jakarta.persistence.Id
        @GeneratedId("number")
        OrderId id;

        @GeneratedId("session")
        SessionId session;

        @GeneratedId("document")
        DocumentId document;

        OrderId replaces;
    }

    @Entity(name = "typed_lines")
    static class TypedLine {

        @jakarta.persistence.Id
        @GeneratedId
        DocumentId id;

        @ManyToOne
        TypedOrder order;
    }

    @Entity(name = "invoices")
    static class Invoice {

        @jakarta.persistence.Id
        @GeneratedId("number")
        Long id;

        String tenant;

        @GeneratedId(value = "invoice", key = "tenant")
        String number;
    }

    @Entity(name = "misspelled")
    static class Misspelled {

        @jakarta.persistence.Id
        @GeneratedId(value = "invoice", key = "tenantId")
        String number;
    }

    @Embeddable
    static class Stamp {

        @GeneratedId("number")
        Long number;
    }

    @Entity(name = "letters")
    static class Letter {

        @jakarta.persistence.Id
        @GeneratedId("number")
        Long id;

        @Embedded
        Stamp stamp;
    }

    @Entity(name = "to_one")
    static class ToOneOfTicket {

        @jakarta.persistence.Id
        Long id;

        @ManyToOne
        @GeneratedId("number")
        Ticket ticket;
    }

    @Entity(name = "elements")
    static class Elements {

        @jakarta.persistence.Id
        Long id;

        @ElementCollection
        @GeneratedId("number")
        List<Long> numbers;
    }

    @BeforeAll
    static void startWithADatabase() {
        context = start(
                Ticket.class,
                Numbered.class,
                BranchOrder.class,
                BranchKey.class,
                LedgerLine.class,
                Visit.class,
                TypedOrder.class,
                TypedLine.class,
                Invoice.class);
    }

    private static ConfigurableApplicationContext start(Class<?>... entities) {
        return start(DataConversions.class, GENERATORS, entities);
    }

    @Test
    void hibernateFillsColumnsWhenItInserts() {
        Ticket first = persisted(new Ticket());
        assertThat(first.id).isPositive();
        assertThat(first.number).isPositive();
        assertThat(first.other).isPositive().isNotEqualTo(first.number);
        assertThat(first.code).matches("\\d{15}TICK\\d{8}");
        Visit visit = persisted(new Visit());
        assertThat(visit.getId().version()).isEqualTo(7);
        assertThat(visit.getToken().version()).isEqualTo(7);
        assertThat(visit.getToken()).isNotEqualTo(visit.getId());
    }

    /** As the table of {@code docs/entities.md} has it: with ids from the database, each row would have a statement. */
    @Test
    void hibernateInsertsInBatches() {
        Statistics statistics = sessions().getStatistics();
        statistics.setStatisticsEnabled(true);
        inTransaction(entities -> {
            IntStream.range(0, 1000).forEach(i -> entities.persist(new Visit()));
            return entities;
        });
        assertThat(statistics.getPrepareStatementCount()).isEqualTo(1);
        statistics.setStatisticsEnabled(false);
    }

    @Test
    void hibernateFillsAColumnOfACompositeId() {
        BranchOrder order = new BranchOrder();
        order.id.branch = "north";
        assertThat(persisted(order).id.number).isPositive();
        LedgerLine line = new LedgerLine();
        line.branch = "north";
        assertThat(persisted(line).number).isPositive();
    }

    @Test
    void hibernateKeepsWhatAColumnHasAlreadyAndNeverFillsItInAnUpdate() {
        Ticket ticket = new Ticket();
        ticket.number = 77_000L;
        ticket.code = "mine";
        persisted(ticket);
        assertThat(ticket.number).isEqualTo(77_000);
        assertThat(ticket.code).isEqualTo("mine");
        inTransaction(entities -> {
            Ticket stored = entities.find(Ticket.class, ticket.id);
            stored.code = null;
            stored.title = "changed";
            return stored;
        });
        Ticket stored = inTransaction(entities -> entities.find(Ticket.class, ticket.id));
        assertThat(stored.code).isEqualTo("mine");
        assertThat(stored.title).isEqualTo("changed");
        assertThat(stored.number).isEqualTo(77_000);
    }

    @Test
    void hibernateFillsColumnsOfWhatIsMergedAndNew() {
        Ticket merged = inTransaction(entities -> entities.merge(new Ticket()));
        assertThat(merged.number).isPositive();
        Ticket detached = new Ticket();
        detached.id = merged.id;
        assertThat(inTransaction(entities -> entities.merge(detached)).id).isEqualTo(merged.id);
        Ticket stored = inTransaction(entities -> entities.find(Ticket.class, merged.id));
        assertThat(stored.number).isEqualTo(merged.number); // updatable = false
    }

    private static String numberOfAnInvoice(String tenant) {
        Invoice invoice = new Invoice();
        invoice.tenant = tenant;
        return persisted(invoice).number;
    }

    @Test
    void hibernateCountsForEachKey() {
        assertThat(numberOfAnInvoice("a")).isEqualTo("a-001");
        assertThat(numberOfAnInvoice("b")).isEqualTo("b-001");
        assertThat(numberOfAnInvoice("a")).isEqualTo("a-002");
        assertThatThrownBy(() -> numberOfAnInvoice(null))
                .hasRootCauseInstanceOf(GeneratedIdException.class)
                .rootCause()
                .hasMessageContaining("'tenant' is null");
        assertThatThrownBy(() -> numberOfAnInvoice("M\u00fcller & Co"))
                .isNotInstanceOf(InvalidKeyException.class) // which a web application answers with 400
                .hasStackTraceContaining(GeneratedIdException.class.getName() + ": @GeneratedId(")
                .hasRootCauseInstanceOf(InvalidKeyException.class);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                // Hibernate would update no column of an embeddable class.
                Arguments.of(
                        "@GeneratedId on " + Stamp.class.getName()
                                + ".number is in an embeddable class that is not an id",
                        new Class<?>[] {Letter.class, Stamp.class}),
                Arguments.of("has no property 'tenantId'", new Class<?>[] {Misspelled.class}),
                onAssociation(ToOneOfTicket.class, "ticket"),
                onAssociation(Elements.class, "numbers"));
    }

    private static Arguments onAssociation(Class<?> entity, String attribute) {
        return Arguments.of(
                "@GeneratedId on " + entity.getName() + "." + attribute + " is on an association or a collection",
                new Class<?>[] {entity, Ticket.class, Numbered.class});
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void sessionFactoryIsNotMadeIfAFieldCannotBeFilled(String reason, Class<?>... entities) {
        assertThatThrownBy(() -> start(entities)).rootCause().hasMessageContaining(reason);
    }

    @Test
    void hibernateStoresTypedIdsAsWhatTheyWrap() {
        TypedOrder order = persisted(new TypedOrder());
        TypedOrder second = new TypedOrder();
        second.replaces = order.id;
        persisted(second);
        TypedLine line = new TypedLine();
        line.order = order;
        persisted(line);
        assertThat(order.id.value()).isPositive();
        assertThat(context.getBean(JdbcTemplate.class)
                        .queryForList(
                                "select column_name || ' ' || data_type from information_schema.columns"
                                        + " where table_name = 'TYPED_ORDERS'",
                                String.class))
                .containsExactlyInAnyOrder(
                        "ID BIGINT", "REPLACES BIGINT", "SESSION UUID", "DOCUMENT CHARACTER VARYING");
        inTransaction(entities -> {
            TypedOrder found = entities.find(TypedOrder.class, new OrderId(order.id.value()));
            assertThat(found.session).isEqualTo(order.session);
            assertThat(found.document).isEqualTo(order.document);
            assertThat(entities.find(TypedLine.class, line.id).order).isSameAs(found);
            assertThat(entities.createQuery("select o from typed_orders o where o.replaces = :id", TypedOrder.class)
                            .setParameter("id", order.id)
                            .getSingleResult()
                            .id)
                    .isEqualTo(second.id);
            assertThat(entities.createQuery(
                                    "select o from typed_orders o where o.id in :ids order by o.id", TypedOrder.class)
                            .setParameter("ids", List.of(second.id, order.id))
                            .getResultList())
                    .containsExactly(found, entities.find(TypedOrder.class, second.id));
            entities.find(TypedOrder.class, second.id).replaces = null; // sorted by id, see order_updates
            found.replaces = second.id;
            return found;
        });
    }

    // Spring Data

    @Table("bills")
    record Bill(
            @Id Long id,
            @GeneratedId("number") Long number,
            @GeneratedId("number") long other,
            @GeneratedId(business = "BILL") String code,
            String title) {}

    @Table("notes")
    record Note(
            @Id String id,
            @Version long version,
            @GeneratedId("number") Long number) {}

    @Table("typed")
    record Typed(
            @Id @GeneratedId("number") OrderId id,
            @GeneratedId("session") SessionId session,
            @GeneratedId("document") DocumentId document,
            OrderId replaces) {}

    private static final List<?> CONVERTERS = TypedIdConverters.of(OrderId.class, SessionId.class, DocumentId.class);

    @AutoConfigurationPackage
    static class DataConversions {

        @Bean
        JdbcCustomConversions jdbcConversions() {
            return new JdbcCustomConversions(CONVERTERS);
        }

        @Bean
        R2dbcCustomConversions r2dbcConversions() {
            return R2dbcCustomConversions.of(H2Dialect.INSTANCE, CONVERTERS);
        }

        @Bean
        MongoCustomConversions mongoConversions() {
            return new MongoCustomConversions(CONVERTERS);
        }
    }

    @Table("claims")
    record Claim(
            @Id Long id,

            @org.springframework.data.relational.core.mapping.Embedded.Nullable
            Branch branch,

            @GeneratedId(value = "invoice", key = "branch.tenant")
            String number) {}

    record Branch(String tenant) {}

    private static Claim claim(String tenant) {
        return new Claim(null, new Branch(tenant), null);
    }

    private static final String TABLES = """
            create table "claims" ("ID" bigint auto_increment primary key, "TENANT" varchar(27), "NUMBER" varchar(27));
            create table "bills" ("ID" bigint auto_increment primary key, "NUMBER" bigint unique, "OTHER" bigint,
                "CODE" varchar(27), "TITLE" varchar(27));
            create table "notes" ("ID" varchar(27) primary key, "VERSION" bigint, "NUMBER" bigint);
            create table "typed" ("ID" bigint primary key, "SESSION" uuid, "DOCUMENT" varchar(27), "REPLACES" bigint)
            """;

    private static void assertFilled(Bill saved) {
        assertThat(saved.id()).isNotNull();
        assertThat(saved.number()).isPositive();
        assertThat(saved.other()).isPositive().isNotEqualTo(saved.number());
        assertThat(saved.code()).matches("\\d{15}BILL\\d{8}");
    }

    /** An id that is set says that it is stored, so nothing is filled. */
    private static Bill changed(Bill saved) {
        return new Bill(saved.id(), saved.number(), saved.other(), null, "changed");
    }

    private static final Bill MINE = new Bill(null, 77L, 78, "mine", null);

    private static void assertMine(Bill saved) {
        assertThat(new Bill(null, saved.number(), saved.other(), saved.code(), null))
                .isEqualTo(MINE);
    }

    @Test
    void jdbcFillsColumnsOfWhatIsNew() {
        context.getBean(JdbcTemplate.class).execute(TABLES);
        JdbcAggregateTemplate template = context.getBean(JdbcAggregateTemplate.class);
        Bill saved = template.save(new Bill(null, null, 0, null, "first"));
        assertFilled(saved);
        assertThat(template.findById(saved.id(), Bill.class)).isEqualTo(saved);
        assertThat(template.save(changed(saved))).isEqualTo(changed(saved));
        assertMine(template.save(MINE));
        Note note = template.save(new Note("mine", 0, null)); // new, since its version is 0
        assertThat(note.number()).isPositive();
        assertThat(template.save(new Note("mine", note.version(), null)).number())
                .isNull();
        assertThat(template.save(claim("north")).number()).isEqualTo("north-001");
        assertThat(template.saveAll(List.of(claim("south"), claim("north"))))
                .extracting(Claim::number)
                .containsExactly("south-001", "north-002");
        assertThatThrownBy(() -> template.save(claim(null))).hasMessageContaining("'branch.tenant' is null");
        Typed typed = template.save(new Typed(null, null, null, null));
        assertThat(template.findById(typed.id(), Typed.class)).isEqualTo(typed);
        assertThat(typed.session().value().version()).isEqualTo(7);
        assertThat(template.save(typed)).as("saved again").isEqualTo(typed);
        assertThat(template.count(Typed.class)).isEqualTo(1);
        Typed next = template.save(new Typed(null, null, null, typed.id()));
        assertThat(template.findById(next.id(), Typed.class).replaces()).isEqualTo(typed.id());
        assertThat(template.findAllById(List.of(typed.id(), next.id()), Typed.class))
                .containsExactlyInAnyOrder(typed, next);
    }

    // Without a table's name, so the scan for entities does not find them.

    record Line(@Id @GeneratedId("number") Long id) {}

    record Stamped(@GeneratedId("number") Long number) {}

    record Rest(@Id Long id, AggregateReference<Bill, Long> bill, String title) {}

    record HasList(@Id Long id, List<Line> lines) {}

    record HasMap(@Id Long id, Map<String, Line> lines) {}

    record HasOne(@Id Long id, Line line) {}

    record Between(@Id Long id, Set<Line> lines) {}

    record HasDeep(@Id Long id, Between between) {}

    record HasEmbedded(
            @Id Long id,

            @org.springframework.data.relational.core.mapping.Embedded.Nullable
            Stamped stamped) {}

    @ParameterizedTest
    @ValueSource(classes = {HasList.class, HasMap.class, HasOne.class, HasDeep.class, HasEmbedded.class})
    void partOfAnAggregateThatWouldGetNoIdIsRefused(Class<?> root) {
        RelationalMappingContext mapping = new RelationalMappingContext();
        mapping.setInitialEntitySet(Set.of(root, Rest.class));
        mapping.afterPropertiesSet();
        ApplicationContextRunner jdbc = runner.withBean(RelationalMappingContext.class, () -> mapping);
        jdbc.run(context -> assertThat(context)
                .getFailure()
                .isInstanceOf(GeneratedIdException.class)
                .hasMessageMatching("@GeneratedId on \\S+(Line.id|Stamped.number) is in a part of \\S+("
                        + root.getSimpleName() + "|Between), and is for roots of aggregates only\\. Remove it, .+"));
    }

    /** Not found by the scan for entities. */
    record MisspelledClaim(
            @Id Long id,

            @GeneratedId(value = "invoice", key = "tenantId")
            String number) {}

    @Test
    void applicationOfSpringDataDoesNotStartIfAKeyIsNoProperty() {
        RelationalMappingContext mapping = new RelationalMappingContext();
        mapping.setInitialEntitySet(Set.of(MisspelledClaim.class));
        runner.withBean(RelationalMappingContext.class, () -> mapping)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("has no property 'tenantId'"));
    }

    @Test
    void r2dbcFillsColumnsOfWhatIsNew() {
        r2dbc(runner).withUserConfiguration(DataConversions.class).run(context -> {
            R2dbcEntityTemplate template = context.getBean(R2dbcEntityTemplate.class);
            for (String table : TABLES.split(";", -1)) {
                context.getBean(DatabaseClient.class).sql(table).then().block();
            }
            Bill saved = template.insert(new Bill(null, null, 0, null, "first")).block();
            assertFilled(saved);
            assertThat(template.update(changed(saved)).block()).isEqualTo(changed(saved));
            assertMine(template.insert(MINE).block());
            Note note = template.insert(new Note("mine", 0, null)).block();
            assertThat(note.number()).isPositive();
            assertThat(template.update(new Note("mine", note.version(), null))
                            .block()
                            .number())
                    .isNull();
            Typed typed = template.insert(new Typed(null, null, null, null)).block();
            assertThat(template.select(Typed.class).all().collectList().block()).containsExactly(typed);
        });
    }

    @Test
    void mongoFillsPropertiesOfWhatIsNew() {
        withMongo(runner.withUserConfiguration(DataConversions.class), context -> {
            MongoTemplate template = context.getBean(MongoTemplate.class);
            ReactiveMongoTemplate reactive = context.getBean(ReactiveMongoTemplate.class);
            Note note = template.save(new Note("mine", 0, null));
            assertThat(note.number()).isPositive();
            assertThat(template.save(new Note("mine", note.version(), null)).number())
                    .isNull();
            assertThat(reactive.save(new Note("other", 0, null)).block().number())
                    .isGreaterThan(note.number());
            assertThat(reactive.save(new Note("another", 0, 77L)).block().number())
                    .isEqualTo(77);
            Typed typed = template.save(new Typed(null, null, null, null));
            assertThat(template.findById(typed.id(), Typed.class)).isEqualTo(typed);
            assertThat(template.save(typed)).as("saved again").isEqualTo(typed);
            Typed next = reactive.save(new Typed(null, null, null, typed.id())).block();
            assertThat(reactive.findById(next.id(), Typed.class).block()).isEqualTo(next);
        });
    }
}
