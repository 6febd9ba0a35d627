package dev.idgen.entities;

import static dev.idgen.data.GeneratedId.Assigned.KEEP;
import static dev.idgen.data.GeneratedId.Assigned.REFUSE;
import static dev.idgen.data.GeneratedId.Assigned.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.data.GeneratedId;
import dev.idgen.mybatis.MyBatisIds;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.IdClass;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OptimisticLockException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jdbc.core.JdbcAggregateTemplate;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.ReactiveMongoTemplate;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.core.R2dbcEntityTemplate;
import org.springframework.data.r2dbc.repository.support.SimpleR2dbcRepository;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.relational.repository.support.MappingRelationalEntityInformation;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.test.util.ReflectionTestUtils;

/** What becomes of ids and numbers that the application has set, in each way to store an entity. */
class AssignedIdsTests extends StoredEntities {

    private static final String[] PROPERTIES = {
        "idgen.store=memory", "idgen.generators.number.type=counter", "idgen.generators.number.start=1000000"
    };

    /** Numbers that the generator is far from. */
    private static final AtomicLong FREE = new AtomicLong();

    // One class for all frameworks. JPA sees no version here, which is the harder case.

    @MappedSuperclass
    abstract static class Item {

        @Version
        @jakarta.persistence.Transient
        Integer version;

        String title;
    }

    @Entity(name = "as_default")
    @Table("AS_DEFAULT")
    static class AsDefault extends Item {

        @Id
        @jakarta.persistence.Id
        @GeneratedId("number")
        Long id;

        @GeneratedId("number")
        Long number;
    }

    @Entity(name = "keeping")
    @Table("KEEPING")
    static class Keeping extends Item {

        @Id
        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = KEEP)
        Long id;

        @GeneratedId(value = "number", assigned = KEEP)
        Long number;
    }

    @Entity(name = "replacing")
    @Table("REPLACING")
    static class Replacing extends Item {

        @Id
        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = REPLACE)
        Long id;

        @GeneratedId(value = "number", assigned = REPLACE)
        Long number;
    }

    @Entity(name = "refusing")
    @Table("REFUSING")
    static class Refusing extends Item {

        @Id
        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = REFUSE)
        Long id;

        @GeneratedId(value = "number", assigned = REFUSE)
        Long number;
    }

    private static final List<Class<?>> ITEMS =
            List.of(AsDefault.class, Keeping.class, Replacing.class, Refusing.class);

    // JPA only

    @Entity(name = "versioned")
    static class Versioned {

        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = KEEP)
        long id;

        @jakarta.persistence.Version
        Long version;

        String title;
    }

    @Embeddable
    static class PageKey implements Serializable {

        String book;

        @GeneratedId(value = "number", assigned = KEEP)
        Long page;

        @GeneratedId(value = "number", assigned = REPLACE)
        Long sheet;
    }

    @Entity(name = "pages")
    static class BookPage {

        @EmbeddedId
        PageKey id = new PageKey();
    }

    static class LeafKey implements Serializable {

        Long page;

        Long sheet;

        @Override
        public boolean equals(Object other) {
            return other instanceof LeafKey key && Objects.equals(page, key.page) && Objects.equals(sheet, key.sheet);
        }

        @Override
        public int hashCode() {
            return Objects.hash(page, sheet);
        }
    }

    @Entity(name = "leaves")
    @IdClass(LeafKey.class)
    static class Leaf {

        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = KEEP)
        Long page;

        @jakarta.persistence.Id
        @GeneratedId("number")
        Long sheet;
    }

    @Entity(name = "replaced_leaves")
    @IdClass(LeafKey.class)
    static class ReplacedLeaf {

        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = REPLACE)
        Long page;

        @jakarta.persistence.Id
        Long sheet;
    }

    @Entity(name = "refused_leaves")
    @IdClass(LeafKey.class)
    static class RefusedLeaf {

        @jakarta.persistence.Id
        Long page;

        @jakarta.persistence.Id
        @GeneratedId(value = "number", assigned = REFUSE)
        Long sheet;
    }

    @AutoConfigurationPackage(basePackages = "dev.idgen.none")
    static class Nothing {}

    private static final ApplicationContextRunner runner = runner(PROPERTIES);

    @BeforeAll
    static void startWithADatabase() {
        List<Class<?>> entities = new ArrayList<>(ITEMS);
        entities.addAll(List.of(Item.class, Versioned.class, PageKey.class, BookPage.class, Leaf.class));
        context = start(Nothing.class, PROPERTIES, entities.toArray(Class<?>[]::new));
        tables().forEach(context.getBean(JdbcTemplate.class)::execute);
    }

    /** Completes the tables that Hibernate has made, which have no version. */
    private static Stream<String> tables() {
        return ITEMS.stream()
                .flatMap(type -> Stream.of(
                        "create table if not exists " + table(type) + " (id bigint primary key, number bigint,"
                                + " title varchar(20))",
                        "alter table " + table(type) + " add version int"));
    }

    private static String table(Class<?> type) {
        return type.getAnnotation(Table.class).value();
    }

    /** Flushes, so that no exception is one of a commit. */
    static <T> T inTransaction(Function<EntityManager, T> work) {
        return StoredEntities.inTransaction(entities -> {
            T result = work.apply(entities);
            entities.flush();
            return result;
        });
    }

    static <T> T persisted(T entity) {
        return inTransaction(entities -> {
            entities.persist(entity);
            return entity;
        });
    }

    // What becomes of a value

    /** Stores an entity, and returns it with what it has then. */
    private interface Way extends UnaryOperator<Object> {}

    private static String outcome(Class<?> type, String property, Way way, Function<Object, Object> reading) {
        long mine = FREE.incrementAndGet();
        Object item = BeanUtils.instantiateClass(type);
        ReflectionTestUtils.setField(item, property, mine);
        Object saved;
        try {
            saved = way.apply(item);
        } catch (OptimisticLockException | EntityExistsException e) { // as if it were stored already
            return "fails";
        } catch (RuntimeException e) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
            if (cause instanceof GeneratedIdException && cause.getMessage().contains("has set it to '" + mine + "'")) {
                return "refused";
            }
            throw e;
        }
        Object row = reading.apply(saved);
        assertThat(row).as("row").isNotNull();
        long now = (long) ReflectionTestUtils.getField(row, property);
        assertThat(ReflectionTestUtils.getField(saved, property)).isEqualTo(now);
        return now == mine ? "stored" : "replaced";
    }

    private static String outcomes(String property, Map<String, Way> ways, Function<Object, Object> reading) {
        List<String> all = ways.entrySet().stream()
                .map(way -> ITEMS.stream()
                        .map(type -> outcome(type, property, way.getValue(), reading))
                        .toList())
                .map(row -> String.join(" | ", row))
                .distinct()
                .toList();
        assertThat(all).as(ways.keySet() + " treat " + property + " alike").hasSize(1);
        return all.get(0);
    }

    private static Object rowOfHibernate(Object item) {
        return inTransaction(entities -> entities.find(item.getClass(), ReflectionTestUtils.getField(item, "id")));
    }

    private static Object id(Object item) {
        return ReflectionTestUtils.getField(item, "id");
    }

    // Each way to store an entity

    public interface Mapper {

        @InsertProvider(type = Insertion.class, method = "of")
        void insert(Object item);
    }

    public static final class Insertion {

        public static String of(Object item) {
            return "insert into " + table(item.getClass()) + " (id, number) values (#{id}, #{number})";
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> Class<T> classOf(T item) {
        return (Class<T>) item.getClass();
    }

    private static Way stateless(Function<StatelessSession, Consumer<Object>> call) {
        return item -> sessions().fromStatelessTransaction(session -> {
            call.apply(session).accept(item);
            return item;
        });
    }

    private static Way myBatis() {
        var configuration = new org.apache.ibatis.session.Configuration(
                new Environment("test", new JdbcTransactionFactory(), context.getBean(DataSource.class)));
        configuration.addInterceptor(new MyBatisIds(context.getBean(EntityIds.class)));
        configuration.addMapper(Mapper.class);
        SqlSessionFactory sessions = new SqlSessionFactoryBuilder().build(configuration);
        return item -> {
            try (SqlSession session = sessions.openSession(true)) {
                session.getMapper(Mapper.class).insert(item);
            }
            return item;
        };
    }

    private final List<String> table = new ArrayList<>();

    private void add(String label, Map<String, Way> ways, Function<Object, Object> reading) {
        table.add("| " + label + " | " + outcomes("id", ways, reading) + " |");
        assertThat(outcomes("number", ways, reading))
                .as("columns with " + ways.keySet())
                .isEqualTo("stored | stored | replaced | refused");
    }

    @Test
    void eachWayTreatsValuesAsThePageSays() throws Exception {
        Map<String, Way> hibernate = new LinkedHashMap<>();
        hibernate.put("persist", AssignedIdsTests::persisted);
        hibernate.put("merge", item -> inTransaction(entities -> entities.merge(item)));
        hibernate.put(
                "save",
                item -> inTransaction(entities -> new SimpleJpaRepository<>(classOf(item), entities).save(item)));
        add("Hibernate `persist` and `merge`, Spring Data JPA `save`", hibernate, AssignedIdsTests::rowOfHibernate);
        add(
                "Hibernate `StatelessSession.insert`",
                Map.of("insert", stateless(session -> session::insert)),
                AssignedIdsTests::rowOfHibernate);
        Map<String, Way> upsert = Map.of("upsert", stateless(session -> session::upsert));
        table.add("| Hibernate `StatelessSession.upsert` | " + outcomes("id", upsert, AssignedIdsTests::rowOfHibernate)
                + " |");
        JdbcAggregateTemplate jdbc = context.getBean(JdbcAggregateTemplate.class);
        add(
                "Spring Data JDBC, R2DBC, MongoDB",
                Map.of("save", jdbc::save, "insert", jdbc::insert),
                item -> jdbc.findById(id(item), item.getClass()));
        addR2dbc();
        addMongo();
        add("MyBatis `insert`", Map.of("insert", myBatis()), AssignedIdsTests::rowOfHibernate);
        assertThat(Files.readString(Path.of("../docs/entities.md")))
                .contains(String.join("\n", table.stream().distinct().toList()));
    }

    private void addR2dbc() {
        r2dbc(runner).run(context -> {
            R2dbcEntityTemplate template = context.getBean(R2dbcEntityTemplate.class);
            tables().forEach(sql ->
                    context.getBean(DatabaseClient.class).sql(sql).then().block());
            Way save = item -> repository(template, classOf(item)).save(item).block();
            add(
                    "Spring Data JDBC, R2DBC, MongoDB",
                    Map.of("insert", item -> template.insert(item).block(), "save", save),
                    item -> repository(template, classOf(item))
                            .findById(id(item))
                            .block());
        });
    }

    @SuppressWarnings("unchecked")
    private static <T> SimpleR2dbcRepository<T, Object> repository(R2dbcEntityTemplate template, Class<T> type) {
        var entity = (RelationalPersistentEntity<T>)
                template.getConverter().getMappingContext().getRequiredPersistentEntity(type);
        return new SimpleR2dbcRepository<>(
                new MappingRelationalEntityInformation<>(entity), template, template.getConverter());
    }

    private void addMongo() {
        withMongo(runner, context -> {
            MongoTemplate template = context.getBean(MongoTemplate.class);
            ReactiveMongoTemplate reactive = context.getBean(ReactiveMongoTemplate.class);
            add(
                    "Spring Data JDBC, R2DBC, MongoDB",
                    Map.of(
                            "save",
                            template::save,
                            "insert",
                            template::insert,
                            "reactive save",
                            item -> reactive.save(item).block(),
                            "reactive insert",
                            item -> reactive.insert(item).block()),
                    item -> template.findById(id(item), item.getClass()));
        });
    }

    // Hibernate

    /** An id of the database makes it an update, which is no one's to refuse. */
    @ParameterizedTest
    @ValueSource(classes = {AsDefault.class, Keeping.class, Replacing.class, Refusing.class})
    void mergeOfAnEntityThatIsStoredUpdatesIt(Class<?> type) {
        Object stored = persisted(BeanUtils.instantiateClass(type));
        long id = (long) id(stored);
        ReflectionTestUtils.setField(stored, "title", "changed");
        assertThat(id(inTransaction(entities -> entities.merge(stored)))).isEqualTo(id);
        assertThat(rowOfHibernate(stored)).hasFieldOrPropertyWithValue("title", "changed");
    }

    @Test
    void upsertLeavesColumnsAsTheyAre() {
        Refusing item = new Refusing();
        item.id = FREE.incrementAndGet();
        item.number = 5L;
        assertThat(stateless(session -> session::upsert).apply(item)).isNotNull();
        assertThat(rowOfHibernate(item)).hasFieldOrPropertyWithValue("number", 5L);
    }

    /** Without a version, {@code merge} reads the row first. */
    @Test
    void versionTellsHibernateWhatIsNew() {
        Versioned own = new Versioned();
        own.id = FREE.incrementAndGet();
        assertThat(persisted(own).id).isEqualTo(own.id);
        assertThat(persisted(new Versioned()).id).isGreaterThan(own.id);
        Versioned versioned = new Versioned();
        versioned.id = FREE.incrementAndGet();
        assertThat(statementsOfMerge(versioned)).isEqualTo(1);
        Keeping unversioned = new Keeping();
        unversioned.id = FREE.incrementAndGet();
        assertThat(statementsOfMerge(unversioned)).isEqualTo(2);
        Versioned stored = inTransaction(entities -> entities.find(Versioned.class, versioned.id));
        stored.title = "changed";
        inTransaction(entities -> entities.merge(stored));
        assertThat(inTransaction(entities -> entities.find(Versioned.class, versioned.id)).title)
                .isEqualTo("changed");
    }

    private static long statementsOfMerge(Object entity) {
        Statistics statistics = sessions().getStatistics();
        statistics.setStatisticsEnabled(true);
        statistics.clear();
        assertThat(id(inTransaction(entities -> entities.merge(entity)))).isEqualTo(id(entity));
        statistics.setStatisticsEnabled(false);
        return statistics.getPrepareStatementCount();
    }

    @Test
    void propertiesOfACompositeIdAreTreatedEachAsItsAnnotationSays() {
        BookPage page = new BookPage();
        page.id.book = "atlas";
        page.id.page = 3L;
        page.id.sheet = 4L;
        persisted(page);
        assertThat(page.id.page).isEqualTo(3);
        assertThat(page.id.sheet).isGreaterThan(4);
        Leaf leaf = new Leaf();
        leaf.page = 3L;
        persisted(leaf);
        assertThat(leaf.page).isEqualTo(3);
        assertThat(leaf.sheet).isPositive();
    }

    /** Hibernate passes the value that was generated, which looks like one of the application. */
    @ParameterizedTest
    @ValueSource(classes = {ReplacedLeaf.class, RefusedLeaf.class})
    void propertyOfAnIdClassCanOnlyBeKept(Class<?> type) {
        assertThatThrownBy(() -> start(Nothing.class, PROPERTIES, type))
                .rootCause()
                .isInstanceOf(GeneratedIdException.class)
                .hasMessageMatching("@GeneratedId\\(assigned = (REPLACE|REFUSE)\\) on \\S+Leaf\\.(page|sheet)"
                        + " cannot be obeyed in an @IdClass\\. Use an @EmbeddedId, or KEEP: .+");
    }

    @Test
    void refusalNamesPropertyAndValueAndWhatIsAllowed() {
        Refusing item = new Refusing();
        item.id = 5L;
        assertThatThrownBy(() -> persisted(item))
                .hasStackTraceContaining("@GeneratedId(value = \"number\", assigned = REFUSE) on "
                        + Refusing.class.getName() + ".id: the application has set it to '5'. Leave it null before an"
                        + " insert; or set 'assigned' to KEEP, which stores such values, or to REPLACE, which generates"
                        + " others.");
    }

    /** As a retry does: what idgen has set, the application has not. */
    @Test
    void entityThatRefusesIdsIsStoredAgainAfterARollback() {
        Refusing item = new Refusing();
        assertThatThrownBy(() -> inTransaction(entities -> {
                    entities.persist(item);
                    entities.flush();
                    throw new IllegalStateException("a later step fails");
                }))
                .hasMessage("a later step fails");
        assertThat(item.id).isNull();
        assertThat(persisted(item).id).isPositive();
    }

    // Spring Data

    @ParameterizedTest
    @ValueSource(classes = {AsDefault.class, Keeping.class, Replacing.class, Refusing.class})
    void updateBySpringDataChangesNoValue(Class<?> type) {
        JdbcAggregateTemplate template = context.getBean(JdbcAggregateTemplate.class);
        Object saved = template.save(BeanUtils.instantiateClass(type));
        long id = (long) id(saved);
        Object number = ReflectionTestUtils.getField(saved, "number");
        ReflectionTestUtils.setField(saved, "title", "changed");
        template.save(saved);
        assertThat(template.findById(id, type))
                .hasFieldOrPropertyWithValue("number", number)
                .hasFieldOrPropertyWithValue("title", "changed");
    }

    // Spring Data, without a version

    record Kept(
            @Id @GeneratedId(value = "number", assigned = KEEP)
            Long id) {}

    record Replaced(
            @Id @GeneratedId(value = "number", assigned = REPLACE)
            Long id) {}

    record Refused(
            @Id @GeneratedId(value = "number", assigned = REFUSE)
            Long id) {}

    record Numbered(
            @Id Long id,

            @GeneratedId(value = "number", assigned = REFUSE)
            Long number) {}

    record NewOne(
            @Id @GeneratedId(value = "number", assigned = REPLACE)
            Long id) implements Persistable<Long> {

        @Override
        public Long getId() {
            return id;
        }

        @Override
        public boolean isNew() {
            return true;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Kept.class, Replaced.class, Refused.class})
    void entityThatSpringDataWouldTakeForStoredIsRefusedAtTheStart(Class<?> type) {
        RelationalMappingContext mapping = new RelationalMappingContext();
        mapping.setInitialEntitySet(Set.of(type));
        mapping.afterPropertiesSet();
        runner.withBean(RelationalMappingContext.class, () -> mapping)
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(GeneratedIdException.class)
                        .hasMessageMatching("@GeneratedId\\(assigned = (KEEP|REPLACE|REFUSE)\\) on "
                                + "\\S+\\$" + type.getSimpleName()
                                + "\\.id cannot be obeyed: .+ once its id is set\\. Give"
                                + " the entity a property with @Version, or let it implement Persistable; .+"));
    }

    @Test
    void entityIsAcceptedIfSpringDataKnowsWhetherItIsNew() {
        RelationalMappingContext mapping = new RelationalMappingContext();
        mapping.setInitialEntitySet(Set.of(NewOne.class, Numbered.class, Keeping.class));
        mapping.afterPropertiesSet();
        runner.withBean(RelationalMappingContext.class, () -> mapping)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(classes = {Kept.class, Replaced.class, Refused.class})
    void mongoStoresAnyIdSoThatOnlyKeepNeedsNoVersion(Class<?> type) {
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setInitialEntitySet(Set.of(type));
        mapping.afterPropertiesSet();
        runner.withBean(MongoMappingContext.class, () -> mapping).run(context -> {
            if (type == Kept.class) {
                assertThat(context).hasNotFailed();
            } else {
                assertThat(context).getFailure().hasMessageContaining("cannot be obeyed");
            }
        });
    }
}
