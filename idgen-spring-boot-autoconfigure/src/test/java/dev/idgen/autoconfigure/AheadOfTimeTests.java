package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.data.GeneratedId;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.IdgenHealthIndicator;
import dev.idgen.internal.generator.GeneratorProperties;
import dev.idgen.internal.generator.NodeProperties;
import dev.idgen.text.IdText;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.lang.reflect.Method;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.aot.AotDetector;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.SpringProperties;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.Compiled;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.javapoet.ClassName;
import tools.jackson.databind.json.JsonMapper;

/**
 * The context that Spring writes ahead of time has the same beans: generators, ids of entities, health, the endpoint, strings in JSON
 * and in requests.
 */
@CompileWithForkedClassLoader
class AheadOfTimeTests {

    private static final TestPropertyValues PROPERTIES = TestPropertyValues.of(
            "idgen.store=memory",
            "idgen.generators.order.type=snowflake",
            "idgen.generators.order-items.type=js-safe",
            "idgen.generators.order-items.scramble=true",
            "idgen.generators.session.type=uuid-v7",
            "idgen.generators.document.type=ulid",
            "management.endpoints.web.exposure.include=*",
            "spring.datasource.generate-unique-name=true",
            "spring.jpa.hibernate.ddl-auto=create");

    private static final TestPropertyValues DATABASES = TestPropertyValues.of(
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.order.type=snowflake",
                    "idgen.generators.item.type=segment",
                    "idgen.generators.click.type=counter",
                    "idgen.generators.click.store=mongodb",
                    "management.endpoints.web.exposure.include=*")
            .and(TypicalProperties.patient("invoice", "order", "item", "click"));

    @BeforeEach
    void runAheadOfTime() {
        SpringProperties.setFlag(AotDetector.AOT_ENABLED);
    }

    @AfterEach
    void runAsUsual() {
        SpringProperties.setProperty(AotDetector.AOT_ENABLED, null);
    }

    @Configuration(proxyBeanMethods = false)
    @EntityScan(basePackageClasses = AheadOfTimeTests.class)
    @EnableJpaRepositories(
            considerNestedRepositories = true,
            includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Lines.class))
    @ImportAutoConfiguration({
        DataSourceAutoConfiguration.class,
        HibernateJpaAutoConfiguration.class,
        TransactionAutoConfiguration.class,
        JacksonAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenDatabaseAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenActuatorAutoConfiguration.class,
        IdgenEntityAutoConfiguration.class,
        IdgenTextAutoConfiguration.class
    })
    static class Application {

        @Bean
        String ids(
                @Qualifier("order") LongIdGenerator order,
                @Qualifier("order-items") LongIdGenerator orderItems,
                @Qualifier("session") IdGenerator<UUID> session,
                @Qualifier("document") IdGenerator<String> document) {
            return order.next() + " " + orderItems.next() + " " + session.next() + " " + document.next();
        }

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    @Entity(name = "lines")
    static class Line {

        @Id
        @GeneratedId("order")
        Long id;
    }

    /**
     * Spring Data writes its query ahead of time, with a Hibernate that has no access to Spring's beans. Public,
     * because the compiled classes have another class loader.
     */
    public interface Lines extends JpaRepository<Line, Long> {

        long countByIdGreaterThan(long id);
    }

    record Json(@IdText("order") long id) {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        IdgenAutoConfiguration.class,
        IdgenDatabaseAutoConfiguration.class,
        IdgenMongoAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class,
        IdgenActuatorAutoConfiguration.class
    })
    static class TwoDatabasesAndMongo {

        @Bean
        @Lazy
        DataSource main() {
            throw new IllegalStateException("is not for ids");
        }

        @Bean(defaultCandidate = false)
        @IdgenDataSource
        DataSource ids() {
            JdbcDataSource database = new JdbcDataSource();
            database.setUrl("jdbc:h2:mem:ids;DB_CLOSE_DELAY=-1");
            return database;
        }

        @Bean
        MongoServer mongoServer() {
            return new MongoServer(new MemoryBackend());
        }

        @Bean
        MongoClient mongoClient(MongoServer mongoServer) {
            return MongoClients.create(mongoServer.bindAndGetConnectionString());
        }

        @Bean
        MongoOperations mongo(MongoClient mongoClient) {
            return new MongoTemplate(mongoClient, "test");
        }
    }

    private static void assertUsesMarkedDatabaseAndMongo(GenericApplicationContext context) {
        assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong()).isEqualTo(1);
        assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
        for (String name : List.of("order", "item", "click")) {
            assertThat(context.getBean(name, LongIdGenerator.class).nextLong()).isPositive();
        }
        assertThat(context.getBean(IdgenHealthIndicator.class).health().getStatus())
                .isEqualTo(Status.UP);
        assertThat(context.getBean(IdgenEndpoint.class).generator("click")).isNotNull();
    }

    private static void assertHasAllBeans(GenericApplicationContext context) {
        assertThat(context.getBean("ids", String.class)).matches("\\d+ \\d+ [0-9a-f-]{36} [0-9A-Z]{26}");
        assertThat(context.getBean(IdGenerators.class).names())
                .containsExactlyInAnyOrder("order", "order-items", "session", "document");
        assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");

        Lines lines = context.getBean(Lines.class);
        Line line = lines.save(new Line());
        assertThat(lines.countByIdGreaterThan(line.id - 1)).isEqualTo(1);

        assertThat(context.getBean(JsonMapper.class).writeValueAsString(new Json(line.id)))
                .isEqualTo("{\"id\":\"" + line.id + "\"}");
        assertThat(context.getBeansOfType(Converter.class)).hasSize(1);
        assertThat(context.getBeansOfType(GenericConverter.class)).hasSize(1);
        assertThat(context.getBean(IdgenHealthIndicator.class).health().getStatus())
                .isEqualTo(Status.UP);
        assertThat(context.getBean(IdgenEndpoint.class)).isNotNull();
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        DataRedisAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        IdgenAutoConfiguration.class,
        IdgenDatabaseAutoConfiguration.class,
        IdgenGeneratorsAutoConfiguration.class
    })
    static class AllStores {}

    /** One test, since the classes of Spring are loaded anew for each, and one compilation. */
    @Test
    void contextWrittenAheadOfTimeDoesTheSame() {
        TestGenerationContext generated = new TestGenerationContext();
        ClassName application = generate(Application.class, PROPERTIES, generated.withName("Application"));
        ClassName databases = generate(TwoDatabasesAndMongo.class, DATABASES, generated.withName("Databases"));
        ClassName redis = generate(AllStores.class, store(null), generated.withName("Redis"));
        ClassName database = generate(AllStores.class, store("jdbc"), generated.withName("Database"));
        assertHints(generated.getRuntimeHints());
        generated.writeGeneratedContent();
        TestCompiler.forSystem().with(generated).compile(compiled -> {
            try (GenericApplicationContext context = start(compiled, application, PROPERTIES)) {
                assertHasAllBeans(context);
            }
            try (GenericApplicationContext context = start(compiled, databases, DATABASES)) {
                assertUsesMarkedDatabaseAndMongo(context);
            }
            assertKept(compiled, redis, "REDIS", "redis", "memory", "jdbc");
            assertKept(compiled, database, "jdbc", "jdbc", "redis", null);
        });
    }

    /** It starts with the store as it is set here, and with no other. */
    private static void assertKept(
            Compiled compiled, ClassName initializer, String set, String built, @Nullable String... others) {
        start(compiled, initializer, store(set)).close();
        for (String other : others) {
            assertThatThrownBy(() -> start(compiled, initializer, store(other)).close())
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("'idgen.store' is %s, but this application was built ahead of time with '%s'"
                            .formatted(other == null ? "not set" : "'" + other + "'", built));
        }
    }

    private static TestPropertyValues store(@Nullable String store) {
        TestPropertyValues others =
                TestPropertyValues.of("spring.datasource.generate-unique-name=true", "spring.data.redis.port=1");
        return store == null ? others : others.and("idgen.store=" + store);
    }

    private static ClassName generate(
            Class<?> application, TestPropertyValues properties, GenerationContext generated) {
        AnnotationConfigApplicationContext source = new AnnotationConfigApplicationContext();
        properties.applyTo(source);
        source.register(application);
        return new ApplicationContextAotGenerator().processAheadOfTime(source, generated);
    }

    private static GenericApplicationContext start(
            Compiled compiled, ClassName initializer, TestPropertyValues atRunTime) {
        @SuppressWarnings("unchecked")
        ApplicationContextInitializer<GenericApplicationContext> written =
                compiled.getInstance(ApplicationContextInitializer.class, initializer.toString());
        GenericApplicationContext context = new GenericApplicationContext();
        atRunTime.applyTo(context);
        written.initialize(context);
        context.refresh();
        return context;
    }

    /** What Spring finds out by itself: the endpoint's operations and answers, and settings that are in maps and in records. */
    private static void assertHints(RuntimeHints hints) {
        ReflectionHintsPredicates reflection = RuntimeHintsPredicates.reflection();
        for (Method operation : IdgenEndpoint.class.getDeclaredMethods()) {
            if (AnnotatedElementUtils.hasAnnotation(operation, ReadOperation.class)) {
                assertThat(reflection.onMethodInvocation(operation)).accepts(hints);
            }
        }
        for (Class<?> answer :
                List.of(IdgenEndpoint.State.class, IdgenEndpoint.Examined.class, IdgenEndpoint.Decoded.class)) {
            assertThat(reflection.onType(answer)).accepts(hints);
        }
        for (Class<?> settings : List.of(IdgenProperties.class, GeneratorProperties.class, NodeProperties.class)) {
            assertThat(reflection.onConstructorInvocation(settings.getDeclaredConstructors()[0]))
                    .accepts(hints);
        }
    }
}
